import type { Action, Subject } from '@portal/contract/office/actions';
import type { Tx } from '../platform/database.ts';
import { type Actor, actorName } from './actor.ts';
import { auditEvents } from './tables.ts';

interface AuditEvent {
  readonly actor: Actor;
  readonly action: Action;
  readonly subject: Subject;
  readonly subjectId?: number;
  /** Needed if the database cannot find it by the subject. */
  readonly organizationId?: number | undefined;
  readonly before?: unknown;
  readonly after?: unknown;
}

export const recordEvent = async (tx: Tx, { actor, ...event }: AuditEvent, now: Date): Promise<void> => {
  await tx.insert(auditEvents).values({ ...event, actor: actorName(actor), at: now });
};
