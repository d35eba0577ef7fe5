import type { Held, PersonCertificates } from '@portal/contract/group-certificates';
import { expect, test } from 'vitest';
import { duePeople, filterPeople, namesOf } from './chosen-people.ts';

const held = (due: boolean): Held => ({
  ...{ state: due ? 'in_30' : 'valid', until: '2026-12-20', enrolled_from: null, renewal_asked: false },
  due,
});

const person = (id: number, name: string, ...due: boolean[]): PersonCertificates => ({
  ...{ id, name, manager: false },
  held: due.map(held),
});

const people = [person(1, '林怡君', false, true), person(2, '陳 志明', false), person(3, 'Ａnna', true)];
const idsOf = (found: readonly PersonCertificates[]) => found.map(({ id }) => id);

test('people with one certificate that is due are due', () => {
  expect(idsOf(duePeople(people))).toEqual([1, 3]);
});

test.each([
  ['', false, [1, 2, 3]],
  ['', true, [1, 3]],
  ['志 明', false, [2]],
  ['anna', true, [3]],
  ['陳', true, []],
] as const)('a search for %j, only due: %s', (search, onlyDue, ids) => {
  expect(idsOf(filterPeople(people, { search, onlyDue }))).toEqual(ids);
});

test('names are in the order of the list', () => {
  expect(namesOf([3, 1], { people })).toEqual(['林怡君', 'Ａnna']);
});
