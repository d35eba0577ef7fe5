import { desc, eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Executor, Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { identityChanges } from '../tables.ts';
import { requireOwnPerson } from './require-own-person.ts';

const RIGHT = 'person.identity';

export const findIdentityChanges = async (db: Executor, accountId: number, actor: Staff) => {
  await requireOwnPerson(db, { accountId, right: RIGHT }, actor);
  return db
    .select()
    .from(identityChanges)
    .where(eq(identityChanges.accountId, accountId))
    .orderBy(desc(identityChanges.id));
};
export type IdentityChangeRow = Awaited<ReturnType<typeof findIdentityChanges>>[number];

/** The file that proves a change. Each view leaves an event. */
export const openIdentityProof = async (tx: Tx, changeId: number, { actor, now }: Context<Staff>) => {
  const [found] = await tx.select().from(identityChanges).where(eq(identityChanges.id, changeId));
  if (!found) throw new Refusal('not_found');
  await requireOwnPerson(tx, { accountId: found.accountId, right: RIGHT }, actor);
  const subject = { subject: 'account', subjectId: found.accountId } as const;
  await recordEvent(tx, { actor, action: 'person.proof_view', ...subject }, now);
  return found;
};
