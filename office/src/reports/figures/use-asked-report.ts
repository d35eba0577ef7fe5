import { today } from '@portal/contract/dates';
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

/** The present month and the eleven before it. */
const lastYear = (day: string) => {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return {
    from: new Date(Date.UTC(year, month - 12, 1)).toISOString().slice(0, 7),
    until: day.slice(0, 7),
  };
};

/** The report is in the address. Values that are missing or wrong there have defaults. */
export const useAskedReport = (readable: readonly ReportSubject[]) => {
  const [params, setParams] = useSearchParams();
  const given = (name: string): string => params.get(name) ?? '';
  const subject = reportSubjects.find((each) => each === given('subject')) ?? readable[0] ?? 'registrations';
  const by = reportOf(subject).by.find((each) => each === given('by')) ?? 'month';
  const usual = lastYear(today(new Date()));
  const monthOf = (name: 'from' | 'until') => (MONTH.test(given(name)) ? given(name) : usual[name]);
  const asked: AskedReport = { subject, by, from: monthOf('from'), until: monthOf('until') };
  const ask = (change: Partial<AskedReport>) => setParams({ ...asked, ...change });
  return { asked, ask };
};
