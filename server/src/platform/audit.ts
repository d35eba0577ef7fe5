import type { Tx } from './database.ts';
import { auditEvents } from './tables.ts';

/** By whom, as events name it, and when: what a write of staff, or of an operator at the machine, is told. */
export interface Circumstances {
  /** `staff:3` or `system`. */
  readonly actor: string;
  readonly now: Date;
}

interface AuditEvent {
  /** Who did it: `account:12`, `staff:3` or `system`. */
  readonly actor: string;
  /** Dotted: `renewal.approve`. */
  readonly action: string;
  /** What it was done to, and its id. */
  readonly subject: string;
  readonly subjectId?: number;
  /** What was there before; left out where there was nothing. */
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Writes what was done, in the transaction in which it is done. */
export const recordEvent = async (tx: Tx, event: AuditEvent, now: Date): Promise<void> => {
  await tx.insert(auditEvents).values({ ...event, at: now });
};
