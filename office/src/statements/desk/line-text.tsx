import type { OpenReport, StatementLine } from '@portal/contract/office/statements';
import { shortDay } from '@portal/kit/browser/format.ts';
import { PersonNames } from '../../people/person-names.tsx';
import { paymentsText } from '../../text/zh-TW/payments.ts';

const text = paymentsText.report;

export const lineName = ({ day, amount, digits, name }: StatementLine): string =>
  [shortDay(day), `${paymentsText.amount(amount)} 元`, digits, name].filter(Boolean).join('　');

export const LineSummary = ({ line }: { line: StatementLine }) => (
  <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
    <span className="tabular">{shortDay(line.day)}</span>
    <strong className="text-lg tabular">{paymentsText.amount(line.amount)}</strong>
    {line.digits && (
      <span>
        <span className="text-ink-soft text-sm">{paymentsText.line.digits} </span>
        <span className="tabular">{line.digits}</span>
      </span>
    )}
    {!line.digits && line.maybeDigits.length > 0 && (
      <span>
        <span className="text-ink-soft text-sm">{paymentsText.line.digits} </span>
        <span className="tabular">{paymentsText.line.maybeDigits(line.maybeDigits)}</span>
      </span>
    )}
    {line.name && <span>{line.name}</span>}
    {line.memo && <span className="text-ink-soft text-sm">{line.memo}</span>}
  </p>
);

export const reportName = ({ registrations, class: { code } }: OpenReport): string =>
  `${registrations.map(({ name }) => name).join('、')}（${code}）`;

export const ReportPeople = ({
  report: {
    registrations,
    class: { code },
  },
}: {
  report: OpenReport;
}) => (
  <>
    <PersonNames people={registrations.map(({ personId: id, name }) => ({ id, name }))} />（{code}）
  </>
);

export const ReportSummary = ({ report }: { report: OpenReport }) => (
  <div>
    <p>
      <span className="font-semibold">
        <ReportPeople report={report} />
      </span>
      {report.group && <span className="ms-2 text-sm">{text.group(report.group)}</span>}
      <span className="ms-3 tabular">
        {text.due} {paymentsText.amount(report.due)}
      </span>
      {report.partialPaid > 0 && (
        <span className="ms-2 text-sm">{text.partialPaid(paymentsText.amount(report.partialPaid))}</span>
      )}
      {report.returned > 0 && (
        <span className="block text-sm text-warn-700">
          {text.cancelled(
            report.registrations
              .filter(({ isCancelled }) => isCancelled)
              .map(({ name }) => name)
              .join('、'),
          )}
        </span>
      )}
    </p>
    <p className="text-ink-soft text-sm">
      {text.reported}：{text.line(report.day, report.digits, paymentsText.amount(report.money), report.name)}
    </p>
  </div>
);
