import type { Class } from '@portal/contract/catalogue';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
/** The pause when the class is not open yet by the server's clock, which may be behind this one. */
const RETRY_MS = 10 * SECOND;

/** Milliseconds until the next check; false if there is none. At most an hour: timers are limited to 24 days. */
export const untilOpening = (
  shown: Pick<Class, 'apply_from' | 'personal_obstacle' | 'group_obstacle'> | undefined,
  now: number,
): number | false => {
  if (!shown?.apply_from) return false;
  if (shown.personal_obstacle !== 'not_open_yet' && shown.group_obstacle !== 'not_open_yet') return false;
  const left = Date.parse(shown.apply_from) - now;
  return left > 0 ? Math.min(left, HOUR) : RETRY_MS;
};
