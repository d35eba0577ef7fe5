import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawLogo } from './draw-logo.ts';

const RED = { r: 255, g: 0, b: 0 };

const picture = (width: number, height: number, alpha = 1) =>
  sharp({ create: { width, height, channels: 4, background: { ...RED, alpha } } });

const svg = (inner: string, attributes = 'width="100" height="100"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`);

const SQUARE = '<rect width="100" height="100" fill="#ff0000"/>';

const colourAt = async (bytes: Uint8Array | undefined, x: number, y: number): Promise<string> => {
  if (!bytes) throw new Error('no such variant');
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  return [...data.subarray(at, at + 3)].join(',');
};

const refusal = (bytes: Uint8Array): Promise<string> =>
  drawLogo(bytes).then(
    () => 'drawn',
    (error: { code: string }) => error.code,
  );

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'portal-logo-'));
  await writeFile(path.join(folder, 'secret.png'), await picture(100, 100).png().toBuffer());
});
afterAll(() => rm(folder, { recursive: true }));

test('a logo is drawn on white in five sizes', async () => {
  const variants = await drawLogo(await picture(400, 200).png().toBuffer());
  const sizes = [...variants].map(async ([name, bytes]) => {
    const { width, height, format, hasAlpha } = await sharp(bytes).metadata();
    return [name, width, height, format, hasAlpha];
  });
  expect(await Promise.all(sizes)).toEqual([
    ['share', 1200, 630, 'png', false],
    ...[96, 180, 192, 512].map((side) => [`${side}`, side, side, 'png', false]),
  ]);
  expect(await colourAt(variants.get('96'), 48, 48)).toBe('255,0,0');
  expect(await colourAt(variants.get('96'), 48, 10)).toBe('255,255,255');
});

test.each([
  ['PNG', async () => picture(64, 64).png().toBuffer()],
  ['JPEG', async () => picture(4000, 100).jpeg().toBuffer()],
  ['SVG', async () => svg(SQUARE)],
  ['SVG with a viewBox alone', async () => svg(SQUARE, 'viewBox="0 0 100 100"')],
  [
    'SVG of a drawing program',
    async () =>
      Buffer.from(
        `<?xml version="1.0"?>\n<!-- by hand -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n${svg(SQUARE)}`,
      ),
  ],
])('a logo as %s is drawn', async (_, bytes) => {
  const variants = await drawLogo(await bytes());
  expect(await colourAt(variants.get('512'), 256, 256)).toMatch(/^25[45],0,0$/);
});

test('a small drawing is drawn sharp, not enlarged', async () => {
  const variants = await drawLogo(
    svg('<rect width="64" height="32" fill="#ff0000"/>', 'width="64" height="64"'),
  );
  const column = await Promise.all(
    Array.from({ length: 12 }, (_, y) => colourAt(variants.get('512'), 256, 250 + y)),
  );
  // Twelve pixels would all be mixed if the drawing had been enlarged from 64 pixels.
  expect(column.filter((colour) => !['255,0,0', '255,255,255'].includes(colour)).length).toBeLessThan(4);
});

test.each([
  ['a pixel', 'logo_too_small', () => picture(1, 1).png().toBuffer()],
  ['63 pixels', 'logo_too_small', () => picture(63, 63).png().toBuffer()],
  ['8,000 pixels', 'logo_too_many_pixels', () => picture(8000, 100).png().toBuffer()],
  [
    'a drawing of 8,000 pixels',
    'logo_too_many_pixels',
    async () => svg(SQUARE, 'width="8000" height="8000"'),
  ],
  ['nothing but transparency', 'logo_blank', () => picture(100, 100, 0).png().toBuffer()],
  ['an empty drawing', 'logo_blank', async () => svg('')],
  ['WebP', 'logo_kind', () => picture(100, 100).webp().toBuffer()],
  ['a page', 'logo_kind', async () => Buffer.from('<html><body><svg></svg></body></html>')],
  ['a PDF', 'logo_kind', async () => Buffer.from('%PDF-1.7')],
  ['a GIF that is a script', 'logo_kind', async () => Buffer.from('GIF89a=1;alert(1)')],
  ['half a PNG', 'picture_damaged', async () => (await picture(300, 300).png().toBuffer()).subarray(0, 150)],
  [
    'a drawing without an end',
    'picture_damaged',
    async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g>'),
  ],
  [
    'a drawing with entities',
    'picture_damaged',
    async () =>
      Buffer.from(`<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${svg(`<text>&b;</text>`)}`),
  ],
])('%s is refused: %s', async (_, code, bytes) => {
  expect(await refusal(await bytes())).toBe(code);
});

test('scripts and styles of a drawing are gone with the drawing', async () => {
  const hostile = svg(
    `${SQUARE}<script>alert(1)</script><style>@import "https://evil.example/x.css";</style><a href="javascript:alert(1)"><rect width="9" height="9" onclick="alert(1)"/></a>`,
  );
  const bytes = (await drawLogo(hostile)).get('512') ?? Buffer.alloc(0);
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(bytes.includes('alert')).toBe(false);
});

test('a drawing shows no file of this machine and no picture of another one', async () => {
  const links = [
    'secret.png',
    path.join(folder, 'secret.png'),
    `file://${folder}/secret.png`,
    'http://127.0.0.1:9/x.png',
  ];
  for (const link of links) {
    const image = `<image href="${link}" xlink:href="${link}" width="100" height="100"/><rect width="2" height="2" fill="#0000ff"/>`;
    const drawn = await drawLogo(
      svg(image, 'xmlns:xlink="http://www.w3.org/1999/xlink" width="100" height="100"'),
    );
    expect(await colourAt(drawn.get('512'), 256, 256), link).toBe('255,255,255');
  }
});
