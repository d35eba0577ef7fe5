import type { Action, Subject } from '@portal/contract/office/audit';
import type { EventData, NamedFields } from '@portal/contract/office/event-fields';
import { sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { type Actor, actorName, sessionOf } from './actor.ts';
import { auditEvents } from './tables.ts';

interface AuditEvent<Before, After> {
  readonly actor: Actor;
  readonly action: Action;
  readonly subject: Subject;
  readonly subjectId?: number;
  /** Needed if the database cannot find it by the subject. */
  readonly organizationId?: number | undefined;
  readonly before?: NamedFields<Before> | undefined;
  readonly after?: NamedFields<After> | undefined;
}

const rowOf = <Before, After>({ actor, ...event }: AuditEvent<Before, After>, now: Date) => ({
  ...event,
  actor: actorName(actor),
  sessionId: sessionOf(actor),
  at: now,
});

/** Sends the rows as one JSON value, because preparing thousands of parameters would block the server. */
const insertMany = (tx: Tx, rows: readonly object[]) =>
  tx.execute(sql`
    insert into ${auditEvents} (at, actor, action, subject, subject_id, organization_id, session_id, before, after)
    select at, actor, action, subject, "subjectId", "organizationId", "sessionId", before, after
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as event (at timestamptz, actor text, action text, subject text,
      "subjectId" bigint, "organizationId" int, "sessionId" bigint, before jsonb, after jsonb)`);

const MANY_ROWS = 10;

export const recordEvents = async <Before extends EventData, After extends EventData>(
  tx: Tx,
  events: readonly AuditEvent<Before, After>[],
  now: Date,
): Promise<void> => {
  if (events.length === 0) return;
  const rows = events.map((event) => rowOf(event, now));
  if (rows.length >= MANY_ROWS) await insertMany(tx, rows);
  else await tx.insert(auditEvents).values(rows);
};

export const recordEvent = <Before extends EventData, After extends EventData>(
  tx: Tx,
  event: AuditEvent<Before, After>,
  now: Date,
): Promise<void> => recordEvents(tx, [event], now);

/** Records an event that hands out data of people, and returns its id, with which `recordPeople` records whose. */
export const recordHandout = async <Before extends EventData, After extends EventData>(
  tx: Tx,
  event: AuditEvent<Before, After>,
  now: Date,
): Promise<number> => {
  const [recorded] = await tx.insert(auditEvents).values(rowOf(event, now)).returning({ id: auditEvents.id });
  if (!recorded) throw new Error('the event was not inserted');
  return recorded.id;
};
