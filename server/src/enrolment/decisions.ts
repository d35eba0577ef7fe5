import { readableTime } from '@portal/contract/dates';
import { desc, eq } from 'drizzle-orm';
import { actorName } from '../audit/actor.ts';
import { type Database, type Executor, inTransaction, type Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { findActorName } from '../staff/find-actor-name.ts';
import { registrationEvents } from './tables.ts';

/* If two people decide about a registration at once, the second sees who has decided, when and how. */

const actionNames: Readonly<Record<string, string>> = {
  'registration.approve': '審查通過',
  'registration.refuse': '退回',
  'registration.reopen': '重新審查',
  'registration.cancel': '取消',
  'registration.cancel_by_staff': '取消',
  'registration.lapse': '釋出名額並取消',
  'registration.move': '轉班',
};

const findLatest = async (db: Executor, registrationId: number) => {
  const [latest] = await db
    .select({ actor: registrationEvents.actor, action: registrationEvents.action, at: registrationEvents.at })
    .from(registrationEvents)
    .where(eq(registrationEvents.registrationId, registrationId))
    .orderBy(desc(registrationEvents.id))
    .limit(1);
  return latest ?? null;
};

type Latest = NonNullable<Awaited<ReturnType<typeof findLatest>>>;

/** The refusal that says who decided, when and how; null if the event is no decision. */
const decisionRefusal = async (db: Executor, { actor, action, at }: Latest): Promise<Refusal | null> => {
  const what = actionNames[action];
  if (what === undefined) return null;
  const name = await findActorName(db, actor);
  return new Refusal('review_decided', { values: { name, time: readableTime(at), what } });
};

const isConflict = (error: unknown): boolean => error instanceof Refusal && error.code === 'review_conflict';

const findDecisionRefusal = async (db: Database, registrationId: number): Promise<Refusal | null> => {
  const latest = await findLatest(db, registrationId);
  return latest && decisionRefusal(db, latest);
};

/** Throws if somebody else made the last decision. Repeating one's own decision is a success. */
const refuseOthersDecision = async (db: Database, registrationId: number, actor: Staff): Promise<void> => {
  const latest = await findLatest(db, registrationId);
  const refusal = latest && latest.actor !== actorName(actor) && (await decisionRefusal(db, latest));
  if (refusal) throw refusal;
};

interface Decision {
  readonly registrationId: number;
  readonly actor: Staff;
}

/**
 * Runs `work` in a transaction. `work` returns false if it only repeats a decision. Throws `review_decided`, with name
 * and time, if an earlier decision, by anybody, conflicts with this one, or if somebody else made the decision that
 * `work` repeats.
 */
export const runDecision = async (
  db: Database,
  { registrationId, actor }: Decision,
  work: (tx: Tx) => Promise<boolean>,
): Promise<void> => {
  const changed = await inTransaction(db, work).catch(async (error: unknown) => {
    const refusal = isConflict(error) ? await findDecisionRefusal(db, registrationId) : null;
    throw refusal ?? error;
  });
  if (!changed) await refuseOthersDecision(db, registrationId, actor);
};
