import { createHash } from 'node:crypto';
import type { Sharp } from 'sharp';
import { Refusal } from '../platform/errors.ts';
import { loadSharp } from '../platform/files/sharp.ts';
import type { CertificatePaper } from './certificate-paper.ts';

/* Typst gets pictures that sharp has decoded and drawn again, in the resolution of print. */

type Pictures = CertificatePaper['pictures'];

const jpeg = (picture: Sharp): Sharp => picture.flatten({ background: '#ffffff' }).jpeg({ quality: 88 });
/** Keeps transparency: the signer's name shows through the seal. */
const png = (picture: Sharp): Sharp => picture.png({ compressionLevel: 6 });

const forms = {
  photo: { width: 413, height: 531, encode: jpeg },
  logo: { width: 900, height: 450, encode: png },
  seal: { width: 600, height: 600, encode: png },
  background: { width: 2_480, height: 2_480, encode: jpeg },
} as const;

const decode = async (bytes: Uint8Array, { width, height, encode }: (typeof forms)[keyof Pictures]) => {
  const sharp = await loadSharp();
  try {
    const picture = sharp(bytes, { failOn: 'error' })
      .autoOrient()
      .resize(width, height, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .timeout({ seconds: 10 });
    return await encode(picture).toBuffer();
  } catch {
    throw new Refusal('photo_damaged');
  }
};

const CACHED_PICTURES = 24;

/** The pictures of layouts, which the papers of a class share. A photo is on one paper. */
const cache = new Map<string, Promise<Uint8Array>>();

const decodeShared = (kind: keyof Pictures, bytes: Uint8Array): Promise<Uint8Array> => {
  const key = `${kind} ${createHash('sha256').update(bytes).digest('base64')}`;
  const decoded = cache.get(key) ?? decode(bytes, forms[kind]);
  cache.delete(key);
  cache.set(key, decoded);
  decoded.catch(() => cache.delete(key));
  const [oldest] = cache.keys();
  if (cache.size > CACHED_PICTURES && oldest !== undefined) cache.delete(oldest);
  return decoded;
};

const decodeOf = (pictures: Pictures): Promise<(readonly [keyof Pictures, Uint8Array | null])[]> =>
  Promise.all(
    (['photo', 'logo', 'seal', 'background'] as const).map(async (kind) => {
      const bytes = pictures[kind];
      if (!bytes) return [kind, null] as const;
      return [
        kind,
        await (kind === 'photo' ? decode(bytes, forms.photo) : decodeShared(kind, bytes)),
      ] as const;
    }),
  );

/** Throws the refusal `photo_damaged`. */
export const decodePictures = async (paper: CertificatePaper): Promise<CertificatePaper> => {
  const pictures = Object.fromEntries(await decodeOf(paper.pictures)) as unknown as Pictures;
  return { ...paper, pictures };
};
