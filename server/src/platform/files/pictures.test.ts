import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { cleanPicture, cleanScan, cleanTextPicture } from './pictures.ts';
import { blockOtherReaders } from './sharp.ts';

const SIZE = { width: 295, height: 413 };

const drawn = (width = 400, height = 560) =>
  sharp({ create: { width, height, channels: 4, background: { r: 20, g: 90, b: 160, alpha: 0.5 } } });

const jpeg = await drawn().jpeg().toBuffer();

/** A PNG whose head says that it is larger than it is. */
const sayingSize = async (width: number, height: number): Promise<Buffer> => {
  const png = await drawn().png().toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
};

const refusal = (bytes: Uint8Array) =>
  cleanPicture(bytes, SIZE).then(
    () => 'accepted',
    (error) => error.code,
  );

const afterAndBefore = [
  ['with all readers of libvips', () => {}],
  ['with only the three that are needed', blockOtherReaders],
] as const;

describe.each(afterAndBefore)('cleanPicture %s', (_, prepare) => {
  beforeAll(prepare);

  test.each([
    ['JPEG', () => drawn().jpeg().toBuffer()],
    ['progressive CMYK JPEG', () => drawn().toColourspace('cmyk').jpeg({ progressive: true }).toBuffer()],
    ['PNG', () => drawn().png().toBuffer()],
    ['PNG of a palette', () => drawn().png({ palette: true }).toBuffer()],
    ['WebP', () => drawn().webp().toBuffer()],
  ])('makes a JPEG of %s', async (_kind, make) => {
    const cleaned = await sharp(await cleanPicture(await make(), SIZE)).metadata();
    expect(cleaned).toMatchObject({ format: 'jpeg', width: 295, height: 413, space: 'srgb', channels: 3 });
  });

  test.each([
    ['a GIF', 'photo_kind', () => drawn().gif().toBuffer()],
    ['a TIFF', 'photo_kind', () => drawn().tiff().toBuffer()],
    ['an AVIF', 'photo_kind', () => drawn().avif({ effort: 0 }).toBuffer()],
    ['a HEIC', 'photo_kind', async () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
    ['a BMP', 'photo_kind', async () => Buffer.from('BM\x36\x10\0\0\0\0\0\0\x36\0\0\0', 'latin1')],
    [
      'an SVG',
      'photo_kind',
      async () => Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    ['a PDF', 'photo_not_image', async () => Buffer.from('%PDF-1.7\n%âãÏÓ\n')],
    ['a text', 'photo_not_image', async () => Buffer.from('這不是照片')],
    ['nothing', 'photo_not_image', async () => Buffer.alloc(0)],
    ['a cut JPEG', 'photo_damaged', async () => jpeg.subarray(0, jpeg.length / 2)],
    ['the first bytes of a JPEG', 'photo_damaged', async () => jpeg.subarray(0, 10)],
    ['a cut PNG', 'photo_damaged', async () => (await drawn().png().toBuffer()).subarray(0, 200)],
    ['a cut WebP', 'photo_damaged', async () => (await drawn().webp().toBuffer()).subarray(0, 60)],
    // libvips goes by the same first bytes: no other reader gets a file that begins as one of the three.
    [
      'an SVG that begins as a JPEG',
      'photo_damaged',
      async () => Buffer.from('\xff\xd8\xff<svg/>', 'latin1'),
    ],
    [
      'an SVG that begins as a PNG',
      'photo_damaged',
      async () => Buffer.from('\x89PNG\r\n\x1a\n<svg/>', 'latin1'),
    ],
    ['an SVG that begins as a WebP', 'photo_damaged', async () => Buffer.from('RIFF....WEBP<svg/>')],
    ['one pixel', 'photo_too_small', () => drawn(1, 1).png().toBuffer()],
    ['less than half as high as wanted', 'photo_too_small', () => drawn(295, 200).png().toBuffer()],
    ['48 megapixels', 'photo_too_many_pixels', () => drawn(8000, 6000).png().toBuffer()],
    ['a head that says 900 megapixels', 'photo_too_many_pixels', () => sayingSize(30_000, 30_000)],
  ])('refuses %s: %s', async (_kind, code, make) => {
    expect(await refusal(await make())).toBe(code);
  });
});

describe('cleanPicture', () => {
  test.each([
    ['a photo', () => cleanPicture(jpeg, SIZE)],
    ['a scan', () => cleanScan(jpeg)],
    ['a picture of a text', () => cleanTextPicture(jpeg, 1_600)],
  ])('gives up %s after ten seconds', async (_, clean) => {
    const timeout = vi.spyOn(Object.getPrototypeOf(sharp()), 'timeout');
    await clean();
    expect(timeout.mock.calls).toEqual([[{ seconds: 10 }]]);
    timeout.mockRestore();
  });

  test('turns a photo upright by its EXIF orientation, and removes its metadata', async () => {
    const red = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer();
    const upright = await drawn(200, 400)
      .composite([{ input: red, top: 0, left: 0 }])
      .png()
      .toBuffer();
    const lying = await sharp(upright)
      .rotate(-90)
      .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '25/1 2/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { exif, orientation } = await sharp(lying).metadata();
    expect(exif).toBeDefined();
    expect(orientation).toBe(6);

    const cleaned = await cleanPicture(lying, SIZE);
    const metadata = await sharp(cleaned).metadata();
    expect(metadata).toMatchObject({ width: 200, height: 400 });
    expect([metadata.exif, metadata.orientation, metadata.icc, metadata.xmp]).toEqual(
      Array(4).fill(undefined),
    );
    const { data, info } = await sharp(cleaned).raw().toBuffer({ resolveWithObject: true });
    const redAt = (y: number) => data[(y * info.width + 100) * info.channels];
    expect(redAt(50)).toBeGreaterThan(200);
    expect(redAt(350)).toBeLessThan(100);
  });

  test('keeps the aspect ratio, and enlarges nothing', async () => {
    const sizeOf = async (width: number, height: number) => {
      const cleaned = await sharp(
        await cleanPicture(await drawn(width, height).png().toBuffer(), SIZE),
      ).metadata();
      return [cleaned.width, cleaned.height];
    };
    expect(await sizeOf(1180, 826)).toEqual([295, 207]);
    expect(await sizeOf(590, 1652)).toEqual([148, 413]);
    expect(await sizeOf(150, 210)).toEqual([150, 210]);
  });

  test('puts transparent pictures on white', async () => {
    const clear = await sharp({
      create: { width: 300, height: 420, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const { data } = await sharp(await cleanPicture(clear, SIZE))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual([255, 255, 255]);
  });
});
