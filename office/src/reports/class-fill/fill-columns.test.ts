import { addDays } from '@portal/contract/dates';
import { expect, test } from 'vitest';
import { fillColumns } from './fill-columns.ts';

const changed = (day: string, taken: number, returned = 0) => ({ day, taken, returned });

test('without registrations there are no columns', () => {
  expect(fillColumns([], '2026-12-01')).toEqual([]);
});

test('each day until the last has a column, with the seats held at its end', () => {
  const changes = [changed('2026-11-28', 2), changed('2026-11-30', 1, 2)];
  expect(fillColumns(changes, '2026-12-01')).toEqual([
    { day: '2026-11-28', before: 0, held: 2, taken: 2, returned: 0 },
    { day: '2026-11-29', before: 2, held: 2, taken: 0, returned: 0 },
    { day: '2026-11-30', before: 1, held: 1, taken: 1, returned: 2 },
    { day: '2026-12-01', before: 1, held: 1, taken: 0, returned: 0 },
  ]);
});

test('a class that is over keeps its last day, and changes after it are counted there', () => {
  expect(fillColumns([changed('2026-12-03', 1)], '2026-12-01')).toMatchObject([
    { day: '2026-12-03', held: 1 },
  ]);
});

test('more than sixty days become weeks that end with the last day', () => {
  const last = '2026-12-01';
  const changes = [changed(addDays(last, -70), 3), changed(addDays(last, -6), 1), changed(last, 1)];
  const columns = fillColumns(changes, last);
  expect(columns).toHaveLength(11);
  expect(columns[0]).toEqual({ day: addDays(last, -70), before: 0, held: 3, taken: 3, returned: 0 });
  expect(columns.at(-1)).toEqual({ day: last, before: 3, held: 5, taken: 2, returned: 0 });
});
