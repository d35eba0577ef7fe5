import { discardPhoto, PHOTO_SIZE, putPhoto, removeSurplusPhotos } from '../../accounts/profile/photos.ts';
import { replacePhoto } from '../../accounts/profile/replace-photo.ts';
import type { Context } from '../../audit/actor.ts';
import { Refusal } from '../../platform/errors.ts';
import { cleanPicture } from '../../platform/files/pictures.ts';
import { type IdempotencyKey, onceOnly } from '../../platform/http/idempotency.ts';
import type { Services } from '../../platform/services.ts';
import type { Staff } from '../../staff/actors.ts';
import { requireOwnPerson } from './require-own-person.ts';

interface Photo {
  readonly accountId: number;
  readonly bytes: Uint8Array;
}

/** Cleans and stores the file before the transaction, and discards it if the act is refused or was done before. */
export const replacePhotoByStaff = async (
  services: Pick<Services, 'db' | 'files' | 'log'>,
  { accountId, bytes }: Photo,
  { idempotency, actor, now }: Context<Staff> & { readonly idempotency: IdempotencyKey | null },
): Promise<void> => {
  const own = { accountId, right: 'person.edit' } as const;
  await requireOwnPerson(services.db, own, actor);
  const photoKey = await putPhoto(services, await cleanPicture(bytes, PHOTO_SIZE));
  let isDone = false;
  await onceOnly(services.db, idempotency, now, async (tx) => {
    await requireOwnPerson(tx, own, actor);
    await replacePhoto(tx, { accountId, photoKey }, { actor, now });
    isDone = true;
  }).catch(async (error: unknown) => {
    // After other errors the row may exist.
    if (error instanceof Refusal) await discardPhoto(services, photoKey);
    throw error;
  });
  if (!isDone) await discardPhoto(services, photoKey);
  await removeSurplusPhotos(services, accountId);
};
