import { randomBytes } from 'node:crypto';
import { pictureWidths } from '@portal/contract/content';
import sharp from 'sharp';
import type { Circumstances } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import { type Database, inTransaction } from '../platform/database.ts';
import type { Files } from '../platform/files.ts';
import { pictures } from './tables.ts';

const WEBP = { quality: 80 };

/** The storage key of a picture: the original or a smaller width. */
export const pictureFile = (key: string, width?: number): string =>
  width === undefined ? `pictures/${key}.webp` : `pictures/${key}-${width}.webp`;

/**
 * Keeps a picture for everybody to see, of at most `width` × `height` pixels (its middle, where the shape differs), and
 * in each smaller width that pages ask for; as WebP, without what a camera wrote into it. Returns its key: it is shown
 * at `/pictures/KEY`. The files are there before the row is, and storage delays no transaction.
 */
export const savePicture = async (
  db: Database,
  files: Files,
  bytes: Uint8Array,
  { width, height }: { width: number; height: number },
  { actor, now }: Circumstances,
): Promise<string> => {
  const key = randomBytes(16).toString('base64url');
  const source = sharp(bytes, { limitInputPixels: 40_000_000, failOn: 'error' })
    .autoOrient()
    .resize(width, height, { fit: 'cover', withoutEnlargement: true });
  const whole = await source.clone().webp(WEBP).toBuffer({ resolveWithObject: true });
  await files.put(pictureFile(key), whole.data);
  for (const smaller of pictureWidths.filter((each) => each < whole.info.width)) {
    await files.put(pictureFile(key, smaller), await sharp(whole.data).resize(smaller).webp(WEBP).toBuffer());
  }
  const size = { width: whole.info.width, height: whole.info.height };
  await inTransaction(db, async (tx) => {
    await tx.insert(pictures).values({ key, ...size, createdAt: now });
    const event = { actor, action: 'picture.save', subject: 'picture' } as const;
    await recordEvent(tx, { ...event, after: { key, ...size } }, now);
  });
  return key;
};
