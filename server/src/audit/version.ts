import type { Action, Subject } from '@portal/contract/office/actions';
import { and, eq, inArray, max } from 'drizzle-orm';
import type { Executor, Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { findHistory } from './history.ts';
import { auditEvents } from './tables.ts';

/** A thing with the actions that edit it. Its version is the id of the last event of one of these, 0 before the first. */
interface Versioned {
  readonly subject: Subject;
  readonly id: number;
  readonly actions: readonly Action[];
}

/** The version that an editor has before them. */
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

/** Refuses to write onto a version that the sender has not seen, with what changed since. Lock the thing first. */
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
