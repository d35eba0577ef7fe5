import type { Tx } from './database.ts';
import { auditEvents } from './tables.ts';

/** The actor and time of a write by staff or by an operator. */
export interface Circumstances {
  /** `staff:3` or `system`. */
  readonly actor: string;
  readonly now: Date;
}

interface AuditEvent {
  /** `account:12`, `staff:3` or `system`. */
  readonly actor: string;
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
export const recordEvent = async (tx: Tx, event: AuditEvent, now: Date): Promise<void> => {
  await tx.insert(auditEvents).values({ ...event, at: now });
};
