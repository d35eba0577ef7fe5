import { expect, test } from 'vitest';
import { assessTraining, type RefresherRule, type Training } from './refresher-rule.ts';

const training = (lastDay: string, hours = 8, isPassed = true): Training => ({
  ...{ classCode: `C-${lastDay}`, lastDay, hours, isPassed },
});

const rule: RefresherRule = { hours: 16, years: 2 };
/** The renewal is asked for on 2026-12-01, so a rule of two years counts from 2024-12-01. */
const days = { issuedOn: '2024-03-01', askedOn: '2026-12-01' };

test.each<[string, RefresherRule | null, Training[], string, number | null]>([
  ['no rule', null, [], '2024-03-01', null],
  ['no training', rule, [], '2024-12-01', 16],
  ['too little', rule, [training('2026-06-01')], '2024-12-01', 8],
  ['exactly enough', rule, [training('2026-06-01'), training('2025-06-01')], '2024-12-01', 0],
  ['more than enough', rule, [training('2026-06-01', 40)], '2024-12-01', 0],
  ['the first day that counts', rule, [training('2024-12-01', 16)], '2024-12-01', 0],
  ['the day before the first', rule, [training('2024-11-30', 16)], '2024-12-01', 16],
  ['after the request was sent', rule, [training('2026-12-20', 16)], '2024-12-01', 0],
  ['not passed', rule, [training('2026-06-01', 16, false)], '2024-12-01', 16],
  ['years before the issue', { hours: 8, years: 5 }, [training('2024-03-01')], '2024-03-01', 0],
  ['a day before the issue', { hours: 8, years: 5 }, [training('2024-02-29')], '2024-03-01', 8],
])('%s', (_, given, trainings, countedFrom, missing) => {
  expect(assessTraining(given, days, trainings)).toMatchObject({ countedFrom, missing });
});

test('years before 29 February begin on 28 February', () => {
  const given = { issuedOn: '2020-01-01', askedOn: '2028-02-29' };
  expect(assessTraining({ hours: 1, years: 1 }, given, []).countedFrom).toBe('2027-02-28');
});

test('the classes that count are marked, and their hours added', () => {
  const trainings = [training('2024-06-01', 3), training('2025-06-01', 5), training('2026-06-01', 6, false)];
  const { counted, trainings: marked } = assessTraining(rule, days, trainings);
  expect([counted, marked.map(({ counts }) => counts)]).toEqual([5, [false, true, false]]);
});
