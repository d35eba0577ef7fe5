import sharp from 'sharp';
import { Refusal } from './errors.ts';
import { limitConcurrency } from './limit.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

const MAX_PIXELS = 40_000_000;
const QUALITY = 88;

// What libvips has read it would keep for who reads the same again, which nobody does: up to a gigabyte.
sharp.cache(false);

// One picture of 40 megapixels takes some 160 MB while it is worked on.
const pictureWork = limitConcurrency({ atOnce: 2, waiting: 30 });

type Kind = 'jpeg' | 'png' | 'webp' | 'other';

/**
 * How pictures begin, in hexadecimal. What is not accepted (GIF, BMP, TIFF, HEIC of iPhones and AVIF, JPEG XL, icons) is
 * known too, so that it can be told from what is no picture.
 */
const beginnings: readonly (readonly [Kind, RegExp])[] = [
  ['jpeg', /^ffd8ff/],
  ['png', /^89504e470d0a1a0a/],
  ['webp', /^52494646.{8}57454250/],
  ['other', /^47494638/],
  ['other', /^424d.{8}00000000/],
  ['other', /^(49492a00|4d4d002a)/],
  ['other', /^.{8}66747970(686569|686576|6d696631|6d736631|617669)/],
  ['other', /^(ff0a|0000000c4a584c20)/],
  ['other', /^00000100/],
];

/** The kind of a picture by its first bytes, whatever its name says; null for what is no picture. */
const kindOf = (bytes: Uint8Array): Kind | null => {
  const head = Buffer.from(bytes.subarray(0, 1024));
  const hexadecimal = head.toString('hex');
  const kind = beginnings.find(([, form]) => form.test(hexadecimal))?.[0];
  return kind ?? (/<svg[\s>]/i.test(head.toString('latin1')) ? 'other' : null);
};

/**
 * Leaves libvips nothing but the three readers that pictures from outside need. For the whole process: call it once our
 * own drawings (SVG) are drawn.
 */
export const blockOtherReaders = () => {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  });
};

/** What the head of the file says, measured upright. */
const measure = async (bytes: Uint8Array): Promise<Size> => {
  try {
    return (await sharp(bytes, { limitInputPixels: false }).metadata()).autoOrient;
  } catch {
    // libvips says why in its own words; for the owner of the picture it comes to the same.
    throw new Refusal('photo_damaged');
  }
};

const refuseSize = (found: Size, wanted: Size) => {
  if (found.width * found.height > MAX_PIXELS) throw new Refusal('photo_too_many_pixels');
  // Below half of what is wanted it prints as a blur.
  if (found.width * 2 < wanted.width || found.height * 2 < wanted.height)
    throw new Refusal('photo_too_small');
};

const redraw = async (bytes: Uint8Array, { width, height }: Size): Promise<Buffer> => {
  try {
    return await sharp(bytes, { failOn: 'error' })
      .autoOrient()
      .resize(width, height, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .timeout({ seconds: 10 })
      .jpeg({ quality: QUALITY })
      .toBuffer();
  } catch {
    throw new Refusal('photo_damaged');
  }
};

/**
 * A picture from outside, made safe to keep: JPEG, PNG or WebP by its bytes, at most 40 megapixels, drawn anew as a
 * JPEG, upright, without metadata, within `size` pixels. Its shape is kept: cutting to the shape of `size` could cut a
 * head off, and bars would be printed; whoever shows it decides. Throws what is wrong with it as a `photo_…` refusal;
 * how many bytes may come is the affair of who reads them.
 */
export const cleanPicture = (bytes: Uint8Array, size: Size): Promise<Buffer> =>
  pictureWork(async () => {
    const kind = kindOf(bytes);
    if (kind === null) throw new Refusal('photo_not_image');
    if (kind === 'other') throw new Refusal('photo_kind');
    refuseSize(await measure(bytes), size);
    return redraw(bytes, size);
  });
