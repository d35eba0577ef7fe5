import { addDays, isoTaipei, today } from '@portal/contract/dates';

/* People are reminded between 09:00 and 18:00 in Taipei. */

const FIRST_HOUR = 9;
const LAST_HOUR = 18;

const hourOf = (now: Date): number => Number(isoTaipei(now).slice(11, 13));

export const isDaytime = (now: Date): boolean => hourOf(now) >= FIRST_HOUR && hourOf(now) < LAST_HOUR;

/** The next 09:00. */
export const nextMorning = (now: Date): Date => {
  const day = hourOf(now) < FIRST_HOUR ? today(now) : addDays(today(now), 1);
  return new Date(`${day}T09:00:00+08:00`);
};
