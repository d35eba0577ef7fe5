import { readableTime } from '@portal/contract/dates';
import { desc, eq, sql } from 'drizzle-orm';
import { actorName, type Circumstances } from '../audit/actor.ts';
import { type Database, type Executor, inTransaction, type Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { staffAccounts } from '../staff/tables.ts';
import { registrationEvents } from './tables.ts';

/* If two people decide about a registration at once, the second sees who has decided, when and how. */

const actionNames: Readonly<Record<string, string>> = {
  'registration.approve': '審查通過',
  'registration.refuse': '退回',
  'registration.reopen': '重新審查',
  'registration.cancel': '取消',
  'registration.cancel_by_staff': '取消',
  'registration.move': '轉班',
};

/** The name of a staff member; trainees and the system have only a label. */
export const findActorName = async (db: Executor, actor: string): Promise<string> => {
  const [kind, id] = actor.split(':');
  if (kind !== 'staff') return kind === 'account' ? '學員' : '系統';
  const [found] = await db
    .select({ name: staffAccounts.name })
    .from(staffAccounts)
    .where(eq(staffAccounts.id, sql`${Number(id)}`));
  return found?.name ?? '承辦人員';
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

const decidedRefusal = async (db: Executor, { actor, action, at }: Latest): Promise<Refusal | null> => {
  const what = actionNames[action];
  if (what === undefined) return null;
  const name = await findActorName(db, actor);
  return new Refusal('review_decided', { values: { name, time: readableTime(at), what } });
};

const isStale = (error: unknown): boolean =>
  error instanceof Refusal && ['review_conflict', 'step_from_state'].includes(error.code);

const findDecidedRefusal = async (db: Database, registrationId: number): Promise<Refusal | null> => {
  const latest = await findLatest(db, registrationId);
  return latest && decidedRefusal(db, latest);
};

/** Repeating one's own decision is a success. */
const refuseOthers = async (db: Database, registrationId: number, actor: Staff): Promise<void> => {
  const latest = await findLatest(db, registrationId);
  const refusal = latest && latest.actor !== actorName(actor) && (await decidedRefusal(db, latest));
  if (refusal) throw refusal;
};

interface Decision extends Circumstances<Staff> {
  readonly registrationId: number;
}

/** `work` returns false for a repeated decision. Throws `review_decided` if somebody else has decided. */
export const decide = async (
  db: Database,
  { registrationId, actor }: Decision,
  work: (tx: Tx) => Promise<boolean>,
): Promise<void> => {
  const changed = await inTransaction(db, work).catch(async (error: unknown) => {
    throw (isStale(error) && (await findDecidedRefusal(db, registrationId))) || error;
  });
  if (!changed) await refuseOthers(db, registrationId, actor);
};
