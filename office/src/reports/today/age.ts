import { todayText as text } from '../../text/zh-TW/today.ts';

const HOUR = 3_600_000;

export const ageText = (since: string, now: Date): string => {
  const hours = Math.floor((now.getTime() - Date.parse(since)) / HOUR);
  if (hours < 1) return text.minutes;
  return hours < 24 ? text.hours(hours) : text.days(Math.floor(hours / 24));
};
