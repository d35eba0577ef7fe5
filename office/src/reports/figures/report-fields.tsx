import { addYears, today } from '@portal/contract/dates';
import { dimensionNames, monthsBetween, reportOf } from '@portal/contract/office/report-tables';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { reportsText as text } from '../../text/zh-TW/reports.ts';
import type { AskedReport } from './use-asked-report.ts';

interface ReportFieldsProps {
  asked: AskedReport;
  ask: (change: Partial<AskedReport>) => void;
}

const YEARS_AROUND = 5;

/** The newest first; those of the address too. */
const monthsToChoose = ({ subject, from, until }: AskedReport): string[] => {
  const now = today(new Date());
  const last = addYears(now, reportOf(subject).ahead ? YEARS_AROUND : 0).slice(0, 7);
  const first = `${Number(now.slice(0, 4)) - YEARS_AROUND}-01`;
  return [...new Set([...monthsBetween(first, last), from, until])].toSorted().toReversed();
};

/** Each choice applies at once. */
export const ReportFields = ({ asked, ask }: ReportFieldsProps) => {
  const { by, month } = reportOf(asked.subject);
  const months = monthsToChoose(asked);
  return (
    <search className="mb-6 flex flex-wrap items-end gap-3 print:hidden">
      <SelectField
        className="w-full sm:w-44"
        label={text.by}
        name="by"
        onChange={({ target }) => ask({ by: by.find((each) => each === target.value) ?? 'month' })}
        options={by.map((each) => ({ value: each, label: each === 'month' ? month : dimensionNames[each] }))}
        placeholder={null}
        value={asked.by}
      />
      {(['from', 'until'] as const).map((name) => (
        <SelectField
          className="w-full sm:w-40"
          key={name}
          label={text[name]}
          name={name}
          onChange={({ target }) => ask({ [name]: target.value })}
          options={months.map((each) => ({ value: each, label: each }))}
          placeholder={null}
          value={asked[name]}
        />
      ))}
    </search>
  );
};
