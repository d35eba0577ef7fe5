import { clearDraft, keepDraft, readDraft } from '../platform/draft.ts';
import { draftWith } from './choice.ts';

interface RosterOf {
  readonly classCode: string;
  readonly groupCode: string;
}

const nameOf = ({ classCode, groupCode }: RosterOf): string => `roster ${classCode} ${groupCode}`;

/* Changed ticks by person, kept across a reload and an ended session until they are sent or cancelled. */

export const keepTicks = (of: RosterOf, ticks: Readonly<Record<string, string>>): void =>
  keepDraft(nameOf(of), ticks);

export const readTicks = (of: RosterOf): Readonly<Record<string, string>> | null => readDraft(nameOf(of));

export const clearTicks = (of: RosterOf): void => clearDraft(nameOf(of));

/** Ticks these people, by id, in the roster that is opened next. Ticks that wait there stay. */
export const keepChosen = (of: RosterOf, people: readonly number[]): void =>
  keepTicks(of, draftWith(readTicks(of), people));
