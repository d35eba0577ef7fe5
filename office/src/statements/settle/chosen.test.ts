import { expect, test } from 'vitest';
import { type Chosen, chosenPaid, chosenReports, outcomeOf } from './chosen.ts';

const person = { id: 1, personId: 11, name: '王小明', code: 'A-1', isPaid: true, due: 0, refund: 1500 };
const friend = { ...person, id: 2, personId: 12, name: '林小藍' };
const owing = { ...person, id: 3, personId: 13, name: '陳小綠', isPaid: false, due: 1500, refund: 0 };

const paidFor = (...registrations: (typeof person)[]) =>
  chosenPaid({ day: '2026-12-01', by: 'digits', registrations });

const [wang, lin, chen] = [
  { id: 11, name: '王小明' },
  { id: 12, name: '林小藍' },
  { id: 13, name: '陳小綠' },
];
const both = { registrationIds: [1, 2], people: [wang, lin], code: 'A-1', due: 0, isPaid: true };
const other = { registrationIds: [3], people: [chen], code: 'A-1', due: 1500, isPaid: false };

test('money of a group that has paid already is returned to all of its people', () => {
  expect(paidFor(person, friend)).toEqual([both]);
});

test('of a group of whom some have paid, those who owe are settled and the others get the rest', () => {
  expect(paidFor(person, owing, friend)).toEqual([other, both]);
});

test.each([
  [
    'and those who have paid for the same line',
    [person, owing],
    [other, { ...both, registrationIds: [1], people: [wang] }],
  ],
  ['alone where somebody else owes, too', [person, owing, { ...owing, id: 9 }], [other]],
  ['alone where all have paid', [person], [other]],
])('the people of a report are chosen %s', (_, registrations, expected) => {
  const report = {
    ...{ id: 7, class: { code: 'A-1', course: '急救員' }, day: '2026-12-01', digits: '00042', money: 3000 },
    ...{
      name: '陳經理',
      due: 1500,
      returned: 0,
      partialPaid: 0,
      group: null,
      reportedAt: '2026-12-01T09:00:00+08:00',
    },
    registrations: [{ id: 3, personId: 13, name: '陳小綠', isCancelled: false }],
  };
  const paid = { day: '2026-12-01', by: 'digits' as const, registrations };
  expect(chosenReports([report], paid)).toEqual(expected);
  expect(chosenReports([report], null)).toEqual([other]);
});

test.each<[string, Chosen[], number, string]>([
  ['nobody', [], 1500, 'nothing'],
  ['one person who has paid', [both], 3000, 'surplus'],
  ['several who were chosen one by one', [both, { ...both, registrationIds: [4] }], 4500, 'surplus'],
  ['some who have paid, with money for all', [other, both], 4500, 'shared'],
  ['some who have paid, without money for them', [other, both], 1500, 'mixed'],
  ['one who owes', [other], 1500, 'even'],
])('the outcome for %s', (_, chosen, amount, expected) => {
  expect(outcomeOf(chosen, amount).outcome).toBe(expected);
});
