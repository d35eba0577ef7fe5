import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';

/** The actions in the history of the survivor and of the other. */
const ACTIONS = {
  merge: ['person.merge', 'person.become_part'],
  undo: ['person.undo_merge', 'person.leave'],
} as const;

interface Recorded {
  readonly what: keyof typeof ACTIONS;
  readonly survivorId: number;
  readonly removedId: number;
  readonly reason: string;
}

/** Records the merge, or its undoing, in the history of both people. */
export const recordMerge = async (
  tx: Tx,
  { what, ...after }: Recorded,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const [ofSurvivor, ofRemoved] = ACTIONS[what];
  const event = { actor, subject: 'account', after } as const;
  await recordEvent(tx, { ...event, action: ofSurvivor, subjectId: after.survivorId }, now);
  await recordEvent(tx, { ...event, action: ofRemoved, subjectId: after.removedId }, now);
};
