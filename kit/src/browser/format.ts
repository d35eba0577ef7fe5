import { weekday } from '@portal/contract/dates';
import { money as formatMoney } from '@portal/contract/money';

/** `2026-12-05` from a server time, which has Taipei's offset; for lists. */
export const dateOf = (time: string): string => time.slice(0, 10);

/** The contract's. Named here so that it stands in the chunk of the other formats: one of its own weighs more. */
export const money = formatMoney;

/** `30 人`. */
export const people = (count: number): string => `${count} 人`;

/** `12/07（一）` of a date or time; for days that are near. */
export const shortDay = (time: string): string => {
  const date = dateOf(time);
  return `${date.slice(5, 7)}/${date.slice(8, 10)}（${weekday(date)}）`;
};
