import type { Roster, RosterEntry } from '@portal/contract/groups';
import type { Submission } from './api/submit-roster.ts';

/** Changed ticks by person. Whoever is not in it keeps the roster's tick. */
export type Choice = ReadonlyMap<number, boolean>;

export const nothingChosen: Choice = new Map();

/** People locked meanwhile keep their tick. */
export const isTicked = ({ id, state, locked }: RosterEntry, choice: Choice): boolean =>
  locked ? state : (choice.get(id) ?? state);

const isChanged = (entry: RosterEntry, choice: Choice): boolean => isTicked(entry, choice) !== entry.state;

export const changeOf = (entry: RosterEntry, choice: Choice): 'toEnrol' | 'toCancel' | null => {
  if (!isChanged(entry, choice)) return null;
  return entry.state ? 'toCancel' : 'toEnrol';
};

export const withTicks = (choice: Choice, entries: readonly RosterEntry[], state: boolean): Choice =>
  new Map([...choice, ...entries.map(({ id }) => [id, state] as const)]);

export type Lists = Pick<Roster, 'admins' | 'members' | 'had_removed'>;

export const everybody = ({ admins, members, had_removed }: Lists): readonly RosterEntry[] => [
  ...admins,
  ...members,
  ...had_removed,
];

/** Returns everybody if `search` is empty. */
export const searchPeople = ({ admins, members, had_removed }: Lists, search: string): Lists => {
  const wanted = search.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase();
  const matchesSearch = ({ name }: RosterEntry) =>
    name.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase().includes(wanted);
  return {
    admins: admins.filter(matchesSearch),
    members: members.filter(matchesSearch),
    had_removed: had_removed.filter(matchesSearch),
  };
};

/** The people who lose their registration. */
export const removedFrom = (lists: Lists, choice: Choice): readonly RosterEntry[] =>
  everybody(lists).filter((entry) => changeOf(entry, choice) === 'toCancel');

export interface ChoiceCounts {
  readonly chosen: number;
  readonly toEnrol: number;
  readonly toCancel: number;
  /** Free seats after the change; negative if there are too few. */
  readonly seatsLeft: number;
}

export const tally = (roster: Pick<Roster, 'class'> & Lists, choice: Choice): ChoiceCounts => {
  const people = everybody(roster);
  const count = (which: (entry: RosterEntry) => boolean) => people.filter(which).length;
  const toEnrol = count((entry) => changeOf(entry, choice) === 'toEnrol');
  const toCancel = removedFrom(roster, choice).length;
  const { limit_number, number } = roster.class;
  return {
    chosen: count((entry) => isTicked(entry, choice)),
    toEnrol,
    toCancel,
    seatsLeft: limit_number - number - toEnrol + toCancel,
  };
};

/** Ids and ticks only. */
export const draftOf = (lists: Lists, choice: Choice): Record<string, string> =>
  Object.fromEntries(
    everybody(lists)
      .filter((entry) => isChanged(entry, choice))
      .map((entry) => [entry.id, `${isTicked(entry, choice)}`]),
  );

/** A draft in which these people, by id, are ticked. Its other ticks stay. */
export const draftWith = (
  draft: Readonly<Record<string, string>> | null,
  people: readonly number[],
): Record<string, string> => ({ ...draft, ...Object.fromEntries(people.map((id) => [id, 'true'])) });

/** Leaves out people who are gone or locked. */
export const choiceOf = (lists: Lists, draft: Readonly<Record<string, string>> | null): Choice =>
  new Map(
    everybody(lists)
      .filter(({ id, locked }) => !locked && draft?.[id] !== undefined)
      .map(({ id }) => [id, draft?.[id] === 'true']),
  );

/** Only changed people, so that an old page does not undo the changes of others. */
export const submissionOf = (roster: Roster, choice: Choice): Submission => {
  const changed = (entries: readonly RosterEntry[]) =>
    entries
      .filter((entry) => isChanged(entry, choice))
      .map((entry) => ({ id: entry.id, state: isTicked(entry, choice) }));
  return {
    code: roster.class.code,
    group: roster.group.code,
    admins: changed(roster.admins),
    members: changed(roster.members),
    had_removed: changed(roster.had_removed),
  };
};
