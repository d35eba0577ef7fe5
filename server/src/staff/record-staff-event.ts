import type { Action } from '@portal/contract/office/audit';
import type { EventData, NamedFields } from '@portal/contract/office/event-fields';
import type { Actor } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database/database.ts';

interface StaffEvent<Before, After> {
  readonly actor: Actor;
  readonly action: Extract<Action, `staff.${string}`>;
  readonly staffId: number;
  readonly before?: NamedFields<Before> | undefined;
  readonly after?: NamedFields<After> | undefined;
}

export const recordStaffEvent = <Before extends EventData, After extends EventData>(
  tx: Tx,
  { staffId, ...event }: StaffEvent<Before, After>,
  now: Date,
): Promise<void> => recordEvent(tx, { ...event, subject: 'staff', subjectId: staffId }, now);
