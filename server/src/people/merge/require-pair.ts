import type { Executor } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { requireOwnPerson } from '../acts/require-own-person.ts';

const RIGHT = 'person.merge';

interface Pair {
  readonly survivorId: number;
  readonly removedId: number;
}

/** Throws unless both belong to organisations in which the right holds. */
export const requirePair = async (
  db: Executor,
  { survivorId, removedId }: Pair,
  actor: Staff,
): Promise<void> => {
  await requireOwnPerson(db, { accountId: survivorId, right: RIGHT }, actor);
  if (survivorId === removedId) throw new Refusal('merge_unknown');
  await requireOwnPerson(db, { accountId: removedId, right: RIGHT }, actor).catch((error) => {
    throw error instanceof Refusal ? new Refusal('merge_unknown') : error;
  });
};
