import { weekday } from '@portal/contract/dates';

/** `2026-12-05` of a time with Taipei's offset, as the server sends them; for lists. */
export const dateOf = (time: string): string => time.slice(0, 10);

/** `2026-12-05（六）09:00`; for details. A date alone gives `2026-12-05（六）`. */
export const dateAndTime = (time: string): string => {
  const date = dateOf(time);
  return `${date}（${weekday(date)}）${time.slice(11, 16)}`;
};

/** `30 人`. */
export const people = (count: number): string => `${count} 人`;
