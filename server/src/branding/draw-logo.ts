import { LOGO_SIDES } from '@portal/contract/office/branding';
import type { Metadata } from 'sharp';
import { Refusal } from '../platform/errors.ts';
import { pictureKind, pictureWork } from '../platform/files/pictures.ts';
import { loadSharp } from '../platform/files/sharp.ts';
import { LOGO_SQUARES, type LogoVariant } from './logo-path.ts';

const LARGEST_SIDE = 512;
/** The picture that other sites show with a link to this one, in pixels. */
const SHARED_PICTURE = { width: 1200, height: 630 } as const;
/** The margin round the logo, as a share of the square. */
const MARGIN_SHARE = 0.06;

/** The beginnings that an SVG file may have. */
const SVG_START = /^\uFEFF?\s*<(?:\?xml|!--|!DOCTYPE\s+svg|svg)/i;
const SVG_ELEMENT = /<svg[\s>]/i;

/** Entities could make a short file endless, and name files of this machine. */
const withoutEntities = (svg: string): Buffer => {
  const plain = svg.replace(/<!DOCTYPE[^[>]*>/i, '');
  if (/<!(?:DOCTYPE|ENTITY)/i.test(plain)) throw new Refusal('picture_damaged');
  return Buffer.from(plain);
};

interface Original {
  readonly bytes: Uint8Array;
  readonly isDrawing: boolean;
}

const readOriginal = (bytes: Uint8Array): Original => {
  const kind = pictureKind(bytes);
  if (kind === 'png' || kind === 'jpeg') return { bytes, isDrawing: false };
  const text = Buffer.from(bytes).toString('utf8');
  if (!SVG_START.test(text) || !SVG_ELEMENT.test(text)) throw new Refusal('logo_kind');
  return { bytes: withoutEntities(text), isDrawing: true };
};

const damaged = (): never => {
  throw new Refusal('picture_damaged');
};

const measure = async (bytes: Uint8Array): Promise<number> => {
  const sharp = await loadSharp();
  const { autoOrient }: Metadata = await sharp(bytes, { limitInputPixels: false }).metadata().catch(damaged);
  const side = Math.max(autoOrient.width, autoOrient.height);
  if (side < LOGO_SIDES.min) throw new Refusal('logo_too_small');
  if (side > LOGO_SIDES.max) throw new Refusal('logo_too_many_pixels');
  return side;
};

/** Drawings have 72 pixels an inch unless told otherwise. */
const PIXELS_AN_INCH = 72;

/** A drawing is drawn in the size in which it is used. */
const densityOf = (side: number): number =>
  Math.ceil((PIXELS_AN_INCH * LARGEST_SIDE) / Math.min(side, LARGEST_SIDE));

const refuseBlank = async (drawn: Buffer): Promise<void> => {
  const sharp = await loadSharp();
  const { channels, isOpaque } = await sharp(drawn).stats();
  if (!isOpaque && channels.at(-1)?.max === 0) throw new Refusal('logo_blank');
};

const redraw = async (bytes: Uint8Array, options: { density?: number }): Promise<Buffer> => {
  const sharp = await loadSharp();
  return sharp(bytes, { failOn: 'error', ...options })
    .autoOrient()
    .resize(LARGEST_SIDE, LARGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: 10 })
    .png()
    .toBuffer()
    .catch(damaged);
};

/** Puts the logo on white, so that one made for white paper can also be seen on a dark bar. */
const onWhite = async (drawn: Buffer, size: { width: number; height: number }): Promise<Buffer> => {
  const sharp = await loadSharp();
  const inner = Math.round(Math.min(size.width, size.height) * (1 - 2 * MARGIN_SHARE));
  const input = await sharp(drawn).resize(inner, inner, { fit: 'inside' }).toBuffer();
  return sharp({ create: { ...size, channels: 3, background: '#ffffff' } })
    .composite([{ input }])
    .removeAlpha()
    .png()
    .toBuffer();
};

/** PNG, JPEG or SVG as PNG, in squares and in the shape that other sites show. Throws a `logo_…` or `picture_…` refusal. */
export const drawLogo = (bytes: Uint8Array): Promise<Map<LogoVariant, Buffer>> =>
  pictureWork(async () => {
    const original = readOriginal(bytes);
    const side = await measure(original.bytes);
    const drawn = await redraw(original.bytes, original.isDrawing ? { density: densityOf(side) } : {});
    await refuseBlank(drawn);
    const variants = new Map<LogoVariant, Buffer>([['share', await onWhite(drawn, SHARED_PICTURE)]]);
    for (const side of LOGO_SQUARES)
      variants.set(`${side}`, await onWhite(drawn, { width: side, height: side }));
    return variants;
  });
