import type { RefusalCode } from '@portal/contract/errors';
import type { Sharp } from 'sharp';
import { Refusal } from '../errors.ts';
import { limitConcurrency } from '../http/limit.ts';
import { loadSharp } from './sharp.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const MAX_PIXELS = 40_000_000;
const QUALITY = 88;

// A picture of 40 megapixels takes some 160 MB to process.
export const pictureWork = limitConcurrency({ atOnce: 2, waiting: 30 });

type Kind = 'jpeg' | 'png' | 'webp' | 'other';

/** The first bytes of each format in hexadecimal. Unsupported formats are listed to tell them from other files. */
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

export const pictureKind = (bytes: Uint8Array): Kind | null => {
  const head = Buffer.from(bytes.subarray(0, 1024));
  const hexadecimal = head.toString('hex');
  const kind = beginnings.find(([, form]) => form.test(hexadecimal))?.[0];
  return kind ?? (/<svg[\s>]/i.test(head.toString('latin1')) ? 'other' : null);
};

interface PictureRefusals {
  readonly damaged: RefusalCode;
  readonly tooManyPixels: RefusalCode;
}

const ofPhoto: PictureRefusals = { damaged: 'photo_damaged', tooManyPixels: 'photo_too_many_pixels' };
const ofPicture: PictureRefusals = { damaged: 'picture_damaged', tooManyPixels: 'picture_too_many_pixels' };
const ofScan: PictureRefusals = { damaged: 'document_damaged', tooManyPixels: 'document_too_many_pixels' };

const isRead = (kind: Kind | null): boolean => kind !== null && kind !== 'other';

const measure = async (bytes: Uint8Array, { damaged, tooManyPixels }: PictureRefusals): Promise<Size> => {
  if (!isRead(pictureKind(bytes))) throw new Refusal(damaged);
  const sharp = await loadSharp();
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .then(({ autoOrient }) => autoOrient)
    .catch(() => {
      // The libvips message does not help the owner of the picture.
      throw new Refusal(damaged);
    });
  if (width * height > MAX_PIXELS) throw new Refusal(tooManyPixels);
  return { width, height };
};

const refuseSmall = (found: Size, wanted: Size) => {
  // Less than half the wanted size prints blurred.
  if (found.width * 2 < wanted.width || found.height * 2 < wanted.height)
    throw new Refusal('photo_too_small');
};

const redrawPhoto = async (
  bytes: Uint8Array,
  { width, height }: Size,
  { damaged }: PictureRefusals,
): Promise<Buffer> => {
  const sharp = await loadSharp();
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
    throw new Refusal(damaged);
  }
};

/** JPEG, PNG or WebP by content, up to 40 megapixels. Keeps the aspect ratio. Throws a `photo_…` refusal. */
export const cleanPicture = (bytes: Uint8Array, size: Size): Promise<Buffer> =>
  pictureWork(async () => {
    const kind = pictureKind(bytes);
    if (kind === null) throw new Refusal('photo_not_image');
    if (kind === 'other') throw new Refusal('photo_kind');
    refuseSmall(await measure(bytes, ofPhoto), size);
    return redrawPhoto(bytes, size, ofPhoto);
  });

/** Pixels of the longer side: every line of a scanned page can be read. */
export const SCAN_SIDE = 2_400;

/** Throws a `document_…` refusal. */
export const cleanScan = (bytes: Uint8Array): Promise<Buffer> =>
  pictureWork(async () => {
    await measure(bytes, ofScan);
    return redrawPhoto(bytes, { width: SCAN_SIDE, height: SCAN_SIDE }, ofScan);
  });

const redraw = async (
  bytes: Uint8Array,
  side: number,
  encode: (picture: Sharp) => Sharp,
): Promise<Buffer> => {
  const sharp = await loadSharp();
  try {
    const picture = sharp(bytes, { failOn: 'error' })
      .autoOrient()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .timeout({ seconds: 10 });
    return await encode(picture).toBuffer();
  } catch {
    throw new Refusal(ofPicture.damaged);
  }
};

const refuseOtherKinds = (bytes: Uint8Array): void => {
  if (!isRead(pictureKind(bytes))) throw new Refusal('picture_kind');
};

/** WebP, with at most `side` pixels on its longer side. Throws a `picture_…` refusal. */
export const cleanTextPicture = (bytes: Uint8Array, side: number): Promise<Buffer> =>
  pictureWork(async () => {
    refuseOtherKinds(bytes);
    await measure(bytes, ofPicture);
    return redraw(bytes, side, (picture) => picture.webp({ quality: QUALITY }));
  });

/** PNG without loss, with its transparency and at most `side` pixels on its longer side. Throws a `picture_…` refusal. */
export const cleanPrintPicture = (bytes: Uint8Array, side: number): Promise<Buffer> =>
  pictureWork(async () => {
    refuseOtherKinds(bytes);
    await measure(bytes, ofPicture);
    return redraw(bytes, side, (picture) => picture.png());
  });
