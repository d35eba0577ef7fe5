import type { Tx } from '../platform/database.ts';
import { type Actor, actorName } from './actor.ts';
import { auditEvents } from './tables.ts';

interface AuditEvent {
  readonly actor: Actor;
  /** A dotted name: `renewal.approve`. */
  readonly action: string;
  /** The kind of thing that changed. */
  readonly subject: string;
  readonly subjectId?: number;
  /** The previous values, if any. */
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Writes an event. Call it in the transaction of the change. */
export const recordEvent = async (tx: Tx, { actor, ...event }: AuditEvent, now: Date): Promise<void> => {
  await tx.insert(auditEvents).values({ ...event, actor: actorName(actor), at: now });
};
