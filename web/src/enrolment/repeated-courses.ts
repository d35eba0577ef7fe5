import type { RegistrationRecord } from '@portal/contract/enrolment';
import { shortDay } from '@portal/kit/browser/format.ts';

type Dated = Pick<RegistrationRecord, 'train' | 'start_time'>;

/** The names of courses that several records have: their cards begin with the day, in which they differ. */
export const repeatedCourses = (records: readonly Dated[]): ReadonlySet<string> => {
  const names = records.map(({ train }) => train);
  return new Set(names.filter((name, index) => names.indexOf(name) !== index));
};

/** `12/05（六）` before the name of a repeated course. */
export const dayBefore = ({ train, start_time }: Dated, repeated: ReadonlySet<string>): string =>
  repeated.has(train) ? shortDay(start_time) : '';
