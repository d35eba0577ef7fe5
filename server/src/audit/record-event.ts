import type { Action, Subject } from '@portal/contract/office/audit';
import type { EventData, NamedFields } from '@portal/contract/office/event-fields';
import type { Tx } from '../platform/database/database.ts';
import { type Actor, actorName } from './actor.ts';
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

export const recordEvents = async <Before extends EventData, After extends EventData>(
  tx: Tx,
  events: readonly AuditEvent<Before, After>[],
  now: Date,
): Promise<void> => {
  if (events.length === 0) return;
  const rows = events.map(({ actor, ...event }) => ({ ...event, actor: actorName(actor), at: now }));
  await tx.insert(auditEvents).values(rows);
};

export const recordEvent = <Before extends EventData, After extends EventData>(
  tx: Tx,
  event: AuditEvent<Before, After>,
  now: Date,
): Promise<void> => recordEvents(tx, [event], now);
