import type { Action, Subject } from '@portal/contract/office/actions';
import { and, eq, inArray, max } from 'drizzle-orm';
import type { Executor, Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { findHistory } from './history.ts';
import { auditEvents } from './tables.ts';

/** A version is the id of the last of these events, 0 before the first. */
interface Versioned {
  readonly subject: Subject;
  readonly id: number;
  readonly actions: readonly Action[];
}

export const findVersion = async (db: Executor, { subject, id, actions }: Versioned): Promise<number> => {
  const [found] = await db
    .select({ last: max(auditEvents.id) })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.subject, subject),
        eq(auditEvents.subjectId, id),
        inArray(auditEvents.action, [...actions]),
      ),
    );
  return found?.last ?? 0;
};

/** Refuses a version that is not the latest, with the changes since. Lock the record first. */
export const refuseOldVersion = async (tx: Tx, thing: Versioned, seen: number): Promise<void> => {
  const version = await findVersion(tx, thing);
  if (version <= seen) return;
  const history = await findHistory(tx, thing);
  const edits: readonly string[] = thing.actions;
  const changes = history.filter(
    ({ key, action }) => edits.includes(action) && Number(key.split('-')[1]) > seen,
  );
  throw new Refusal('changed_meanwhile', { newer: { version, changes } });
};
