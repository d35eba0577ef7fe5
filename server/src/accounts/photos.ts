import { randomBytes } from 'node:crypto';
import type { Size } from '../platform/pictures.ts';
import type { Services } from '../platform/services.ts';

/** As it is printed on a certificate, in pixels. */
export const PHOTO_SIZE: Size = { width: 295, height: 413 };

/** Unguessable: it stands in the photo's path. */
export const newPhotoKey = (): string => `photos/${randomBytes(32).toString('base64url')}`;

/** Removes a photo that no account has any more. One that stays is told to the operator: nothing else names it. */
export const discardPhoto = async (
  { files, log }: Pick<Services, 'files' | 'log'>,
  key: string | null,
): Promise<void> => {
  if (key === null) return;
  await files.remove(key).catch((error: unknown) => log.error({ error, file: key }, 'photo not removed'));
};
