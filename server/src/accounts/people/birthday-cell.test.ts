import { expect, test } from 'vitest';
import { dateCell } from '../../platform/files/export.ts';
import { birthdayCell } from './birthday-cell.ts';

test.each([
  ['1990-05-14', true, dateCell('1990-05-14')],
  ['1990-05-14', false, '1990-**-**'],
  [null, true, dateCell(null)],
  [null, false, dateCell(null)],
] as const)('the cell of the birthday %s, shown: %s', (birthday, isShown, cell) => {
  expect(birthdayCell(birthday, isShown)).toEqual(cell);
});
