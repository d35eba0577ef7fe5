import { addMonths, today } from '@portal/contract/dates';
import {
  type Dimension,
  type ReportSubject,
  reportOf,
  reportSubjects,
} from '@portal/contract/office/report-tables';
import { useSearchParams } from 'react-router';

export interface AskedReport {
  readonly subject: ReportSubject;
  readonly by: Dimension;
  readonly from: string;
  readonly until: string;
}

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;

const YEAR = 11;

/** The present month and the eleven before it, or after it. */
const usualPeriod = (now: string, isAhead: boolean) =>
  isAhead
    ? { from: now.slice(0, 7), until: addMonths(now, YEAR).slice(0, 7) }
    : { from: addMonths(now, -YEAR).slice(0, 7), until: now.slice(0, 7) };

/** The report is in the address. Values that are missing or wrong there have defaults. */
export const useAskedReport = (readable: readonly ReportSubject[]) => {
  const [params, setParams] = useSearchParams();
  const given = (name: string): string => params.get(name) ?? '';
  const subject = reportSubjects.find((each) => each === given('subject')) ?? readable[0] ?? 'registrations';
  const by = reportOf(subject).by.find((each) => each === given('by')) ?? 'month';
  const usual = usualPeriod(today(new Date()), reportOf(subject).ahead === true);
  const monthOf = (name: 'from' | 'until') => (MONTH.test(given(name)) ? given(name) : usual[name]);
  const asked: AskedReport = { subject, by, from: monthOf('from'), until: monthOf('until') };
  const ask = (change: Partial<AskedReport>) => setParams({ ...asked, ...change });
  return { asked, ask };
};
