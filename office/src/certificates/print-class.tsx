import { type PaperFormat, paperFormatNames } from '@portal/contract/certificates';
import type { IssuingSheet } from '@portal/contract/office/certificate-issuing';
import { notify } from '@portal/kit/browser/notices.ts';
import { useIdempotencyKey } from '@portal/kit/browser/use-idempotency-key.ts';
import { useState } from 'react';
import { DirectAction } from '../forms/direct-action.tsx';
import { JobCard } from '../jobs/job-card.tsx';
import { issuingText as text } from '../text/zh-TW/issuing.ts';
import { printCertificates } from './api/print-certificates.ts';

/** Makes one PDF of all valid certificates of the class, as a job whose card offers the file. */
export const PrintClass = ({ sheet }: { sheet: IssuingSheet }) => {
  const [jobId, setJobId] = useState<number | null>(null);
  if (sheet.formats.length === 0) return null;
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        {sheet.formats.map((format) => (
          <PrintButton classId={sheet.class.id} format={format} key={format} onStarted={setJobId} />
        ))}
        <p className="text-ink-soft text-sm">{text.printHint}</p>
      </div>
      {jobId !== null && <JobCard jobId={jobId} key={jobId} />}
    </div>
  );
};

interface PrintButtonProps {
  readonly classId: number;
  readonly format: PaperFormat;
  readonly onStarted: (jobId: number) => void;
}

const PrintButton = ({ classId, format, onStarted }: PrintButtonProps) => {
  const { keyFor, forget } = useIdempotencyKey();
  return (
    <DirectAction
      onDone={({ jobId }) => {
        // A later press prints again: certificates may have come or gone.
        forget();
        notify(text.printStarted, 'success');
        onStarted(jobId);
      }}
      work={() => printCertificates(classId, format, keyFor(format))}
    >
      {text.print(paperFormatNames[format])}
    </DirectAction>
  );
};
