import { PICTURE_SIDE, type UploadedPicture } from '@portal/contract/office/content';
import type { Context } from '../audit/actor.ts';
import { cleanTextPicture } from '../platform/files/pictures.ts';
import { loadSharp } from '../platform/files/sharp.ts';
import { type IdempotencyKey, onceOnly } from '../platform/http/idempotency.ts';
import type { Services } from '../platform/services.ts';
import type { Staff } from '../staff/actors.ts';
import { insertPicture, storePicture } from './save-picture.ts';

interface Details extends Context<Staff> {
  readonly idempotency: IdempotencyKey | null;
}

/** A repeated call stores its files twice; the sweep removes files without a row. */
export const uploadPicture = async (
  { db, files }: Pick<Services, 'db' | 'files'>,
  bytes: Uint8Array,
  { actor, now, idempotency }: Details,
): Promise<UploadedPicture> => {
  const whole = await cleanTextPicture(bytes, PICTURE_SIDE);
  const sharp = await loadSharp();
  const { width, height } = await sharp(whole).metadata();
  const picture = await storePicture(files, whole, { width, height });
  return onceOnly(db, idempotency, now, async (tx) => {
    await insertPicture(tx, picture, { actor, now });
    return { src: `/pictures/${picture.key}`, width, height };
  });
};
