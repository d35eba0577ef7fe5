import type { Action } from '@portal/contract/office/audit';
import { type SQLWrapper, sql } from 'drizzle-orm';
import { auditEvents } from '../../audit/tables.ts';
import { isRepeatedStep } from '../../audit/version.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { STEPS } from '../states.ts';

const VERSION_ACTIONS: readonly Action[] = [
  ...Object.values(STEPS).map(({ action }) => action),
  'class.set_sessions',
  'class.schedule',
  'class.unschedule',
];

/** The version of a class is its last step or edit. */
export const classVersion = (id: number) => ({ subject: 'class', id, actions: VERSION_ACTIONS }) as const;

const actionList = sql.raw(VERSION_ACTIONS.map((action) => `'${action}'`).join(', '));

/** SQL for the version of a class in a list. */
export const versionOf = (classId: SQLWrapper) => sql`(
  select coalesce(max(e.id), 0) from ${auditEvents} e
  where e.subject = 'class' and e.subject_id = ${classId} and e.action in (${actionList}))`;

/** A class as an officer saw it. */
export interface SeenClass {
  readonly id: number;
  readonly version: number;
}

/**
 * Refuses if the class has changed since the officer saw it. Returns true if the officer has taken this step already.
 * The class must be locked.
 */
export const isRepeated = (
  tx: Tx,
  action: Action,
  { id, version }: SeenClass,
  actor: Staff,
): Promise<boolean> => isRepeatedStep(tx, classVersion(id), { version, actor, action });
