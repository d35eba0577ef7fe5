import { Refusal } from '../platform/errors.ts';

/** A wait in words, never shorter than it is: seconds below a minute, else minutes, from an hour on with the hours. */
export const waitText = (seconds: number): string => {
  if (seconds < 60) return `${seconds} 秒`;
  const minutes = Math.ceil(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const parts = [hours > 0 && `${hours} 小時`, minutes % 60 > 0 && `${minutes % 60} 分鐘`];
  return parts.filter((part) => part !== false).join(' ');
};

/** The refusal of who has no try left for so many seconds. */
export const tooManyAttempts = (seconds: number): Refusal =>
  new Refusal('too_many_attempts', { values: { wait: waitText(seconds) }, retryAfter: seconds });
