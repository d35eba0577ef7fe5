import { readableTime } from '@portal/contract/dates';
import { type Action, actionText, type Subject } from '@portal/contract/office/audit';
import { type SQL, sql } from 'drizzle-orm';
import { registrationEvents } from '../enrolment/tables.ts';
import type { Executor, Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import { type Actor, actorName } from './actor.ts';
import { findHistory } from './history.ts';
import { auditEvents } from './tables.ts';

/** A version is the id of the last of these events, 0 before the first. */
interface Versioned {
  readonly subject: Subject;
  readonly id: number;
  readonly actions: readonly Action[];
}

const eventsOf = ({ subject, id, actions }: Versioned): SQL => {
  const isChange = sql`e.action = any(${sql.param([...actions])}::text[])`;
  return subject === 'registration'
    ? sql`${registrationEvents} e where e.registration_id = ${id} and ${isChange}`
    : sql`${auditEvents} e where e.subject = ${subject} and e.subject_id = ${id} and ${isChange}`;
};

export const findVersion = async (db: Executor, thing: Versioned): Promise<number> => {
  const { rows } = await db.execute<{ version: string }>(
    sql`select coalesce(max(e.id), 0) as version from ${eventsOf(thing)}`,
  );
  return Number(rows[0]?.version ?? 0);
};

/** The refusal names the last change, and lists all changes since the version that the caller has seen. */
const newerRefusal = async (tx: Tx, thing: Versioned, seen: number): Promise<Refusal> => {
  const version = await findVersion(tx, thing);
  const history = await findHistory(tx, thing);
  const edits: readonly string[] = thing.actions;
  const changes = history.filter(
    ({ key, action }) => edits.includes(action) && Number(key.split('-')[1]) > seen,
  );
  const [last] = changes;
  const label = last?.actor.kind === 'account' ? '學員 ' : '';
  const values = {
    name: `${label}${last?.actor.name ?? '系統'}`,
    time: last ? readableTime(new Date(last.at)) : '',
    what: last ? actionText(last.action) : '',
  };
  return new Refusal('changed_meanwhile', { values, newer: { version, changes } });
};

/** Refuses a version that is not the latest, with the changes since. Lock the record first. */
export const refuseOldVersion = async (tx: Tx, thing: Versioned, seen: number): Promise<void> => {
  if ((await findVersion(tx, thing)) > seen) throw await newerRefusal(tx, thing, seen);
};

interface SeenStep {
  /** Code that acts without a page leaves it out. */
  readonly version: number | undefined;
  readonly actor: Actor;
  readonly action: Action;
}

/**
 * Returns true if the actor has taken this step already: it is the first change since the version seen, as after a
 * lost answer. Refuses every other version that is not the latest. Lock the record first.
 */
export const isRepeatedStep = async (
  tx: Tx,
  thing: Versioned,
  { version: seen, actor, action }: SeenStep,
): Promise<boolean> => {
  if (seen === undefined) return false;
  const { rows } = await tx.execute<{ actor: string; action: string }>(
    sql`select e.actor, e.action from ${eventsOf(thing)} and e.id > ${seen} order by e.id limit 1`,
  );
  const [first] = rows;
  if (!first) return false;
  if (first.actor === actorName(actor) && first.action === action) return true;
  throw await newerRefusal(tx, thing, seen);
};
