import { readFile } from 'node:fs/promises';
import sharp from 'sharp';

const pictureNames = [
  'banner-sea',
  'banner-mountain',
  'banner-firstaid',
  'intro-firstaid',
  'intro-water',
  'intro-disaster',
  'intro-coach',
] as const;
export type PictureName = (typeof pictureNames)[number];

/** One of the drawings that lie beside this file, as SVG. */
export function readPicture(name: PictureName): Promise<Buffer> {
  return readFile(new URL(`./pictures/${name}.svg`, import.meta.url));
}

const DPI_OF_SVG = 72;

/** Draws an SVG as WebP of exactly width × height pixels; what does not fit the shape is cut off on both sides. */
export async function renderPicture(svg: string | Buffer, width: number, height: number): Promise<Buffer> {
  const source = Buffer.isBuffer(svg) ? svg : Buffer.from(svg);
  const natural = await sharp(source).metadata();
  const scale = Math.max(width / natural.width, height / natural.height);
  return sharp(source, { density: Math.min(DPI_OF_SVG * Math.max(scale, 1), 600) })
    .resize(width, height, { fit: 'cover' })
    .webp({ quality: 80 })
    .toBuffer();
}
