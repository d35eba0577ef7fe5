/** Days before the last valid day, for kinds without a setting of their own. */
const DEFAULT_REMINDER_DAYS: readonly number[] = [180, 90, 30, 7];

/** The time of the default setting: before every certificate. */
const FIRST_DAY = '1900-01-01';

export interface ReminderSetting {
  readonly days: readonly number[];
  /** The day from which each of `days` holds, in the same order. */
  readonly since: readonly string[];
}

export const defaultSetting: ReminderSetting = {
  days: DEFAULT_REMINDER_DAYS,
  since: DEFAULT_REMINDER_DAYS.map(() => FIRST_DAY),
};

/** Days that the setting had keep their time; new ones hold from `day`, so that nobody is reminded of what was before. */
export const changedSetting = (
  former: ReminderSetting,
  days: readonly number[],
  day: string,
): ReminderSetting => {
  const sorted = [...new Set(days)].toSorted((one, other) => other - one);
  return { days: sorted, since: sorted.map((each) => former.since[former.days.indexOf(each)] ?? day) };
};
