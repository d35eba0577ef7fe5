import { crc32, deflateSync } from 'node:zlib';
import type { RefusalCode } from '@portal/contract/errors';
import sharp from 'sharp';

/*
 * Thirty files that people might send as a photo: from telephones and scanners, odd ones, and harmful ones. All are made
 * here, a few byte by byte.
 */

export interface PhotoFile {
  /** File name in the upload. */
  readonly name: string;
  readonly about: string;
  readonly bytes: Buffer;
  readonly expected: 'stored' | RefusalCode;
}

/** The text in all metadata that a picture may carry. */
export const PAYLOAD = 'carried-along-<script>alert(1)</script>';

const drawn = (width = 600, height = 840) =>
  sharp({ create: { width, height, channels: 4, background: { r: 20, g: 90, b: 160, alpha: 0.5 } } });

const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
      background: '#000',
    },
  });

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

const header = (width: number, height: number, depth: number): Buffer => {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data[8] = depth;
  return chunk('IHDR', data);
};

/** Makes a grey PNG of that size with only `lines` of its lines, and `more` before them. */
const handmadePng = (
  width: number,
  height: number,
  { depth = 8, lines = height, more = [] }: { depth?: number; lines?: number; more?: readonly Buffer[] } = {},
): Buffer => {
  const line = 1 + Math.ceil((width * depth) / 8);
  const picture = chunk('IDAT', deflateSync(Buffer.alloc(line * lines), { level: 9 }));
  return Buffer.concat([
    PNG_SIGNATURE,
    header(width, height, depth),
    ...more,
    picture,
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const MEGABYTE = 1024 * 1024;

/** A text, or a profile of colours, of so many megabytes in a few kilobytes. */
const inflated = (type: 'zTXt' | 'iCCP', megabytes: number): Buffer =>
  chunk(
    type,
    Buffer.concat([
      Buffer.from('x\0\0', 'latin1'),
      deflateSync(Buffer.alloc(megabytes * MEGABYTE), { level: 9 }),
    ]),
  );

const JPEG_START = Buffer.from('ffd8', 'hex');

/** The same JPEG with a comment in it. */
const withComment = (jpeg: Buffer, text: string): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length + 2);
  return Buffer.concat([JPEG_START, Buffer.from('fffe', 'hex'), length, Buffer.from(text), jpeg.subarray(2)]);
};

/** Returns the JPEG with another size in its header. */
const claiming = (jpeg: Buffer, width: number, height: number): Buffer => {
  const lying = Buffer.from(jpeg);
  const frame = lying.indexOf(Buffer.from('ffc0', 'hex'));
  lying.writeUInt16BE(height, frame + 5);
  lying.writeUInt16BE(width, frame + 7);
  return lying;
};

const animation = async (format: 'gif' | 'webp'): Promise<Buffer> => {
  const frames = await Promise.all(
    ['#ff0000', '#00ff00', '#0000ff'].map((background) =>
      sharp({ create: { width: 300, height: 420, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    [format]({ loop: 0 })
    .toBuffer();
};

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="420"><script>alert(1)</script></svg>`;
const laughs = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "lol">${'bcdefgh'
  .split('')
  .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefg'[at]};`.repeat(10)}">`)
  .join('')}]><svg xmlns="http://www.w3.org/2000/svg"><text>&h;</text></svg>`;
const html = '<!doctype html><html><body><script>alert(1)</script></body></html>';

/** Makes a photo that the camera has turned, with metadata about place, time and camera. */
const fromCamera = async (): Promise<Buffer> =>
  drawn(840, 600)
    .withExif({
      IFD0: { Make: PAYLOAD, Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '25/1 2/1 0/1', GPSLongitude: '121/1 33/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

const xmp = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="${encodeURI(PAYLOAD)}"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

const BOMB_SIDE = 6300;
export const BOMB_PIXELS = BOMB_SIDE ** 2;

/** Makes a small file of 39.7 megapixels, nearly the limit. Layers and a turn prevent drawing it line by line. */
export const bomb = (): Promise<Buffer> =>
  sharp({ create: { width: BOMB_SIDE, height: BOMB_SIDE, channels: 3, background: '#123456' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ progressive: true, quality: 30 })
    .toBuffer();

export const photoFiles = async (): Promise<readonly PhotoFile[]> => {
  const jpeg = await drawn().jpeg().toBuffer();
  const png = await drawn().png().toBuffer();
  const webp = await noise(600, 840).webp().toBuffer();
  const cut = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share));
  const file = (name: string, about: string, expected: PhotoFile['expected'], bytes: Buffer): PhotoFile => ({
    name,
    about,
    expected,
    bytes,
  });
  return [
    file('plain.jpg', 'a JPEG', 'stored', jpeg),
    file(
      'progressive.jpg',
      'a JPEG of layers',
      'stored',
      await drawn().jpeg({ progressive: true }).toBuffer(),
    ),
    file('cmyk.jpg', 'a JPEG for printers', 'stored', await drawn().toColourspace('cmyk').jpeg().toBuffer()),
    file('camera.jpg', 'a JPEG with place and camera, lying on its side', 'stored', await fromCamera()),
    file(
      'profile.jpg',
      'a JPEG with a profile of colours',
      'stored',
      await drawn().withIccProfile('p3').jpeg().toBuffer(),
    ),
    file('xmp.jpg', 'a JPEG with XMP', 'stored', await drawn().withXmp(xmp).jpeg().toBuffer()),
    file('comment.jpg', 'a JPEG with a script for a comment', 'stored', withComment(jpeg, PAYLOAD)),
    file(
      'polyglot.jpg',
      'a JPEG with an archive behind it',
      'stored',
      Buffer.concat([jpeg, Buffer.from(`PK\x03\x04${PAYLOAD}`)]),
    ),
    file('clear.png', 'a PNG that lets through', 'stored', png),
    file('deep.png', 'a PNG of 16 bits', 'stored', await drawn().toColourspace('rgb16').png().toBuffer()),
    file('bits.png', 'a PNG of one bit', 'stored', handmadePng(600, 840, { depth: 1 })),
    file(
      'text.png',
      'a PNG with a text of 64 MB in it',
      'stored',
      handmadePng(600, 840, { more: [inflated('zTXt', 64)] }),
    ),
    file(
      'icc.png',
      'a PNG with a profile of 64 MB in it',
      'stored',
      handmadePng(600, 840, { more: [inflated('iCCP', 64)] }),
    ),
    file('wide.png', 'a PNG of 65,535 pixels in a row', 'stored', handmadePng(65_535, 300)),
    file('large.jpg', 'a JPEG of just under 40 megapixels', 'stored', await bomb()),
    file('moving.webp', 'a WebP that moves', 'stored', await animation('webp')),

    file(
      'bomb.png',
      'a PNG of 48 megapixels',
      'photo_too_many_pixels',
      handmadePng(8000, 6000, { depth: 1 }),
    ),
    file(
      'square.png',
      'a PNG that says 65,535 × 65,535',
      'photo_too_many_pixels',
      handmadePng(65_535, 65_535, { lines: 1 }),
    ),
    file(
      'square.jpg',
      'a JPEG that says 65,500 × 65,500',
      'photo_too_many_pixels',
      claiming(jpeg, 65_500, 65_500),
    ),
    file('dot.png', 'a PNG of one pixel', 'photo_too_small', await drawn(1, 1).png().toBuffer()),
    file(
      'short.png',
      'a PNG whose lines are not all there',
      'photo_damaged',
      handmadePng(600, 840, { lines: 100 }),
    ),
    file('cut.jpg', 'a JPEG cut off', 'photo_damaged', cut(jpeg, 0.5)),
    file('cut.webp', 'a WebP cut off', 'photo_damaged', cut(webp, 0.5)),
    file(
      'head.jpg',
      'HTML that begins as a JPEG',
      'photo_damaged',
      Buffer.concat([jpeg.subarray(0, 3), Buffer.from(html)]),
    ),
    file('moving.gif', 'a GIF that moves', 'photo_kind', await animation('gif')),
    file('drawing.svg', 'an SVG with a script', 'photo_kind', Buffer.from(svg)),
    file(
      'laughs.png',
      'an SVG that grows a million times, named as a PNG',
      'photo_kind',
      Buffer.from(laughs),
    ),
    file('scan.tiff', 'a TIFF', 'photo_kind', await drawn().tiff().toBuffer()),
    file('page.jpg', 'HTML, named as a JPEG', 'photo_not_image', Buffer.from(html)),
    file('paper.pdf', 'a PDF', 'photo_not_image', Buffer.from('%PDF-1.7\n%âãÏÓ\n')),
  ];
};
