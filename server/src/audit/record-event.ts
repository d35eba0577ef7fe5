import type { Action, Subject } from '@portal/contract/office/audit';
import type { EventData, NamedFields } from '@portal/contract/office/event-fields';
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

export const recordEvents = async <Before extends EventData, After extends EventData>(
  tx: Tx,
  events: readonly AuditEvent<Before, After>[],
  now: Date,
): Promise<void> => {
  if (events.length === 0) return;
  await tx.insert(auditEvents).values(events.map((event) => rowOf(event, now)));
};

export const recordEvent = <Before extends EventData, After extends EventData>(
  tx: Tx,
  event: AuditEvent<Before, After>,
  now: Date,
): Promise<void> => recordEvents(tx, [event], now);

/** For an event that hands out data of people: returns its id, to record them with `recordPeople`. */
export const recordHandout = async <Before extends EventData, After extends EventData>(
  tx: Tx,
  event: AuditEvent<Before, After>,
  now: Date,
): Promise<number> => {
  const [recorded] = await tx.insert(auditEvents).values(rowOf(event, now)).returning({ id: auditEvents.id });
  if (!recorded) throw new Error('the event was not inserted');
  return recorded.id;
};
