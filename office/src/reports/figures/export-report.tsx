import { type ExportFormat, exportFormats } from '@portal/contract/office/list';
import { exportedSubjects } from '@portal/contract/office/report-tables';
import { notify } from '@portal/kit/browser/notices.ts';
import { useIdempotencyKey } from '@portal/kit/browser/use-idempotency-key.ts';
import { useId, useState } from 'react';
import { DirectAction } from '../../forms/direct-action.tsx';
import { JobCard } from '../../jobs/job-card.tsx';
import { useMay } from '../../platform/session.ts';
import { reportsText as text } from '../../text/zh-TW/reports.ts';
import { exportReport } from '../api/export-report.ts';
import type { AskedReport } from './use-asked-report.ts';

const formatNames: Readonly<Record<ExportFormat, string>> = { xlsx: 'Excel', csv: 'CSV' };

interface ExportReportProps {
  asked: AskedReport;
  inScope: { organization?: number };
}

/** The rows of the period as a file, made by a job. */
export const ExportReport = ({ asked: { subject, from, until }, inScope }: ExportReportProps) => {
  const id = useId();
  const [jobId, setJobId] = useState<number | null>(null);
  const { keyFor, forget } = useIdempotencyKey();
  const mayExport = useMay('export.list');
  const exported = exportedSubjects.find((each) => each === subject);
  if (!mayExport || !exported) return null;
  const send = (format: ExportFormat) => {
    const body = { subject: exported, from, until, format, ...inScope };
    return exportReport(body, keyFor(JSON.stringify(body)));
  };
  return (
    <section aria-labelledby={id} className="mt-8 space-y-3 print:hidden">
      <h2 id={id}>{text.exports}</h2>
      <p className="text-ink-soft">{text.exportLead}</p>
      <div className="flex flex-wrap gap-2">
        {exportFormats.map((format) => (
          <DirectAction
            key={format}
            onDone={(started) => {
              // A later press makes a new file.
              forget();
              notify(text.started, 'success');
              setJobId(started.jobId);
            }}
            work={() => send(format)}
          >
            {text.exportAs(formatNames[format])}
          </DirectAction>
        ))}
      </div>
      {jobId !== null && <JobCard jobId={jobId} key={jobId} />}
    </section>
  );
};
