import { randomBytes } from 'node:crypto';
import type { Tx } from '../../platform/database/database.ts';
import type { Size } from '../../platform/files/pictures.ts';
import { markUnused, removeSurplus } from '../../platform/files/unused-files.ts';
import type { Services } from '../../platform/services.ts';

export const PHOTO_SIZE: Size = { width: 295, height: 413 };

/** Unguessable, because it is part of the photo's path. */
const newPhotoKey = (): string => `photos/${randomBytes(32).toString('base64url')}`;

/** Stores the file and returns its key. It comes before its row: an extra file is harmless, a missing one is not. */
export const putPhoto = async ({ files }: Pick<Services, 'files'>, picture: Uint8Array): Promise<string> => {
  const key = newPhotoKey();
  await files.put(key, picture);
  return key;
};

export const storePhoto = async (
  services: Pick<Services, 'files'>,
  picture: Uint8Array | null,
): Promise<string | null> => (picture ? putPhoto(services, picture) : null);

/** If this fails, the periodic sweep finds the file. */
export const discardPhoto = async (
  { files, log }: Pick<Services, 'files' | 'log'>,
  key: string | null,
): Promise<void> => {
  if (key === null) return;
  await files.remove(key).catch((error: unknown) => log.error({ error, file: key }, 'photo not removed'));
};

const ownerOf = (accountId: number): string => `account:${accountId}`;

export const markReplaced = (tx: Tx, accountId: number, key: string, now: Date): Promise<void> =>
  markUnused(tx, [{ key, owner: ownerOf(accountId) }], now);

export const removeSurplusPhotos = async (
  { db, files, log }: Pick<Services, 'db' | 'files' | 'log'>,
  accountId: number,
): Promise<void> => {
  await removeSurplus(db, files, ownerOf(accountId)).catch((error: unknown) =>
    log.error({ error }, 'replaced photos not removed'),
  );
};
