import type { Roster, RosterEntry } from '@portal/contract/groups';
import { describe, expect, test } from 'vitest';
import {
  changeOf,
  choiceOf,
  draftOf,
  draftWith,
  isTicked,
  nothingChosen,
  removedFrom,
  searchPeople,
  submissionOf,
  tally,
  withTicks,
} from './choice.ts';

const entry = (id: number, overrides: Partial<RosterEntry> = {}): RosterEntry => ({
  id,
  name: `學員${id}`,
  id_number: null,
  passport_no: null,
  enable: null,
  situation: null,
  paid: 0,
  state: false,
  reason: null,
  locked: false,
  same_hours: false,
  ...overrides,
});

const [manager, free, registered, paid, elsewhere, former] = [
  entry(1),
  entry(2),
  entry(3, { state: true }),
  entry(4, { state: true, enable: 1, paid: 1, locked: true }),
  entry(5, { locked: true }),
  entry(6, { state: true }),
];

const roster: Roster = {
  class: {
    organization: '臺北市分會',
    code: 'TPE-LG1-001',
    name: '初級救生員訓練',
    start_time: '2026-12-31T09:00:00+08:00',
    place: '游泳池',
    group_name: null,
    limit_number: 10,
    number: 7,
    fee: 1500,
  },
  group: { code: 'LANHAI', name: '藍海救生隊' },
  groups: [{ code: 'LANHAI', name: '藍海救生隊' }],
  admins: [manager],
  members: [free, registered, paid, elsewhere],
  had_removed: [former],
};

describe('a choice', () => {
  test('names the people who lose their registration', () => {
    const choice = withTicks(nothingChosen, [registered, paid, free, former], false);
    expect(removedFrom(roster, choice)).toEqual([registered, former]);
  });

  test('equals the roster until something is ticked', () => {
    expect([free, registered].map((one) => isTicked(one, nothingChosen))).toEqual([false, true]);
    expect([free, registered].map((one) => changeOf(one, nothingChosen))).toEqual([null, null]);
  });

  test('names the effect of sending', () => {
    const choice = withTicks(withTicks(nothingChosen, [free], true), [registered], false);
    expect([free, registered].map((one) => changeOf(one, choice))).toEqual(['toEnrol', 'toCancel']);
  });

  test('that is undone changes nothing', () => {
    const choice = withTicks(withTicks(nothingChosen, [free], true), [free], false);
    expect(changeOf(free, choice)).toBeNull();
  });

  test('never changes locked people, even if they were ticked before', () => {
    const choice = withTicks(nothingChosen, [paid, elsewhere], true);
    expect([paid, elsewhere].map((one) => isTicked(one, choice))).toEqual([true, false]);
    expect(changeOf(paid, withTicks(nothingChosen, [paid], false))).toBeNull();
  });

  test('does not modify the former choice', () => {
    withTicks(nothingChosen, [free], true);
    expect(nothingChosen.size).toBe(0);
  });
});

describe('the tally', () => {
  test('counts everybody ticked and the seats that the class has left', () => {
    expect(tally(roster, nothingChosen)).toEqual({ chosen: 3, toEnrol: 0, toCancel: 0, seatsLeft: 3 });
  });

  test('counts ticked and unticked people and the seats left, also below zero', () => {
    const choice = withTicks(withTicks(nothingChosen, [manager, free], true), [former], false);
    expect(tally(roster, choice)).toEqual({ chosen: 4, toEnrol: 2, toCancel: 1, seatsLeft: 2 });
    const full = { ...roster, class: { ...roster.class, number: 10 } };
    expect(tally(full, choice).seatsLeft).toBe(-1);
  });
});

describe('a draft', () => {
  const choice = withTicks(withTicks(nothingChosen, [manager, free], true), [registered, former], false);
  const draft = { 1: 'true', 2: 'true', 3: 'false', 6: 'false' };

  test('stores ids and ticks only', () => {
    expect(draftOf(roster, choice)).toEqual(draft);
  });

  test('leaves out people whose tick equals the roster, or is locked', () => {
    const takenBack = withTicks(withTicks(nothingChosen, [free], true), [free], false);
    expect(draftOf(roster, withTicks(takenBack, [paid], false))).toEqual({});
  });

  test('restores the choice', () => {
    expect(choiceOf(roster, draft)).toEqual(choice);
    expect(choiceOf(roster, null)).toEqual(nothingChosen);
  });

  test('leaves out people who were locked or left meanwhile', () => {
    const now = { ...roster, admins: [{ ...manager, locked: true }], had_removed: [] };
    expect(choiceOf(now, draft)).toEqual(
      withTicks(withTicks(nothingChosen, [free], true), [registered], false),
    );
  });
});

describe('the body that is sent', () => {
  test('has the changed people, each in their list', () => {
    const choice = withTicks(withTicks(nothingChosen, [manager, free], true), [registered, former], false);
    expect(submissionOf(roster, choice)).toEqual({
      code: 'TPE-LG1-001',
      group: 'LANHAI',
      admins: [{ id: 1, state: true }],
      members: [
        { id: 2, state: true },
        { id: 3, state: false },
      ],
      had_removed: [{ id: 6, state: false }],
    });
  });

  test('leaves out unchanged people', () => {
    expect(submissionOf(roster, nothingChosen)).toMatchObject({ admins: [], members: [], had_removed: [] });
  });
});

test.each([
  ['', [1, 2, 3, 4, 5, 6]],
  [' 學員 2 ', [2]],
  ['６', [6]],
  ['無此人', []],
])('a search for "%s" shows the people of that name', (search, ids) => {
  const { admins, members, had_removed } = searchPeople(roster, search);
  expect([...admins, ...members, ...had_removed].map(({ id }) => id)).toEqual(ids);
});

test('people who are chosen elsewhere are ticked besides those of the draft', () => {
  expect(draftWith({ 1: 'false', 4: 'false' }, [4, 7])).toEqual({ 1: 'false', 4: 'true', 7: 'true' });
  expect(draftWith(null, [4])).toEqual({ 4: 'true' });
});
