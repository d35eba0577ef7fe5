import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import { type IdempotencyKey, onceOnly } from '../platform/http/idempotency.ts';
import type { Services } from '../platform/services.ts';
import { type CleanFile, cleanFile } from './cleaning/clean-file.ts';
import { discardFile, newDocumentKey } from './store.ts';

/** A stored file that proves an act of staff. */
export interface ProofFile extends CleanFile {
  /** Its key in the file store. */
  readonly key: string;
}

interface ActWithProof<A> {
  readonly bytes: Uint8Array;
  readonly idempotency: IdempotencyKey | null;
  readonly now: Date;
  /** Stores the row that names the file. */
  readonly act: (tx: Tx, file: ProofFile) => Promise<A>;
}

/**
 * Acts once for the key, with a file that proves why. Cleans and stores the file before the transaction begins, and discards
 * it if the act is refused or was done before. Returns the answer of the act.
 */
export const actWithProof = async <A>(
  services: Pick<Services, 'db' | 'files' | 'log'>,
  { bytes, idempotency, now, act }: ActWithProof<A>,
): Promise<A> => {
  const { db, files } = services;
  const file = { ...(await cleanFile(bytes)), key: newDocumentKey() };
  // Store the file first: an extra file is harmless, a missing one is not.
  await files.put(file.key, file.bytes);
  let made: A | undefined;
  const answer = await onceOnly(db, idempotency, now, async (tx) => {
    made = await act(tx, file);
    return made;
  }).catch(async (error: unknown) => {
    // Other errors may come after the commit: the row may exist and need its file.
    if (error instanceof Refusal) await discardFile(services, file.key);
    throw error;
  });
  if (answer !== made) await discardFile(services, file.key);
  return answer;
};
