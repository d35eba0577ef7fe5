import type { Action } from '@portal/contract/office/actions';
import type { Actor } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database.ts';

interface StaffEvent {
  readonly actor: Actor;
  readonly action: Extract<Action, `staff.${string}`>;
  readonly staffId: number;
  readonly before?: unknown;
  readonly after?: unknown;
}

export const recordStaffEvent = (tx: Tx, { staffId, ...event }: StaffEvent, now: Date): Promise<void> =>
  recordEvent(tx, { ...event, subject: 'staff', subjectId: staffId }, now);
