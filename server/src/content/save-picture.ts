import { randomBytes } from 'node:crypto';
import { pictureWidths } from '@portal/contract/content';
import type { Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import type { Files } from '../platform/files/files.ts';
import type { Size } from '../platform/files/pictures.ts';
import { loadSharp } from '../platform/files/sharp.ts';
import type { Services } from '../platform/services.ts';
import type { StaffOrSystem } from '../staff/actors.ts';
import { pictures } from './tables.ts';

const WEBP = { quality: 80 };

export const pictureFile = (key: string, width?: number): string =>
  width === undefined ? `pictures/${key}.webp` : `pictures/${key}-${width}.webp`;

interface StoredPicture extends Size {
  readonly key: string;
}

export const storePicture = async (files: Files, whole: Uint8Array, size: Size): Promise<StoredPicture> => {
  const [sharp, key] = [await loadSharp(), randomBytes(16).toString('base64url')];
  await files.put(pictureFile(key), whole);
  for (const smaller of pictureWidths.filter((each) => each < size.width)) {
    await files.put(pictureFile(key, smaller), await sharp(whole).resize(smaller).webp(WEBP).toBuffer());
  }
  return { key, width: size.width, height: size.height };
};

export const insertPicture = async (
  tx: Tx,
  picture: StoredPicture,
  { actor, now }: Context<StaffOrSystem>,
): Promise<void> => {
  await tx.insert(pictures).values({ ...picture, createdAt: now });
  await recordEvent(tx, { actor, action: 'picture.save', subject: 'picture', after: picture }, now);
};

interface NewPicture extends Size {
  readonly bytes: Uint8Array;
}

/**
 * Cuts the picture to at most `width` × `height` pixels and stores it as WebP without metadata: first the file, outside
 * the transaction, then the row.
 */
export const savePicture = async (
  { db, files }: Pick<Services, 'db' | 'files'>,
  { bytes, width, height }: NewPicture,
  context: Context<StaffOrSystem>,
): Promise<string> => {
  const sharp = await loadSharp();
  const whole = await sharp(bytes, { limitInputPixels: 40_000_000, failOn: 'error' })
    .autoOrient()
    .resize(width, height, { fit: 'cover', withoutEnlargement: true })
    .webp(WEBP)
    .toBuffer({ resolveWithObject: true });
  const picture = await storePicture(files, whole.data, whole.info);
  await inTransaction(db, (tx) => insertPicture(tx, picture, context));
  return picture.key;
};
