import { type Cell, dateCell } from '../../platform/files/export.ts';
import { maskBirthday } from './mask.ts';

/** A date if it is shown; otherwise a text with the year. */
export const birthdayCell = (birthday: string | null, isShown: boolean): Cell =>
  birthday === null || isShown ? dateCell(birthday) : maskBirthday(birthday);
