import { randomBytes } from 'node:crypto';
import type { Tx } from '../platform/database/database.ts';
import { markUnused, removeSurplus } from '../platform/files/unused-files.ts';
import type { Services } from '../platform/services.ts';

export const newDocumentKey = (): string => `documents/${randomBytes(32).toString('base64url')}`;

const ownerOf = (accountId: number): string => `account:${accountId}`;

interface RemovedDocument {
  readonly accountId: number;
  readonly fileKey: string;
}

export const markRemoved = (tx: Tx, removed: readonly RemovedDocument[], now: Date): Promise<void> =>
  markUnused(
    tx,
    removed.map(({ accountId, fileKey }) => ({ key: fileKey, owner: ownerOf(accountId) })),
    now,
  );

/** If this fails, the periodic sweep finds the file. */
export const discardFile = async (
  { files, log }: Pick<Services, 'files' | 'log'>,
  key: string,
): Promise<void> => {
  await files.remove(key).catch((error: unknown) => log.error({ error, file: key }, 'document not removed'));
};

export const removeSurplusFiles = async (
  { db, files, log }: Pick<Services, 'db' | 'files' | 'log'>,
  accountId: number,
): Promise<void> => {
  await removeSurplus(db, files, ownerOf(accountId)).catch((error: unknown) =>
    log.error({ error }, 'removed documents not removed'),
  );
};
