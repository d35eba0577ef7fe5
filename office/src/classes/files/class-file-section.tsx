import { classFileParts } from '@portal/contract/office/class-file';
import { notify } from '@portal/kit/browser/notices.ts';
import { useIdempotencyKey } from '@portal/kit/browser/use-idempotency-key.ts';
import { useId, useState } from 'react';
import { DirectAction } from '../../forms/direct-action.tsx';
import { JobCard } from '../../jobs/job-card.tsx';
import { useMay } from '../../platform/session.ts';
import { classFileText as text } from '../../text/zh-TW/class-file.ts';
import { makeClassFile } from '../api/make-class-file.ts';

const parts = Object.values(classFileParts).map(({ name }) => name);

/** 班級檔案: made as a job, whose card offers the ZIP. */
export const ClassFileSection = ({ classId }: { classId: number }) => {
  const id = useId();
  const [jobId, setJobId] = useState<number | null>(null);
  const { keyFor, forget } = useIdempotencyKey();
  if (!useMay('export.list')) return null;
  return (
    <section aria-labelledby={id} className="mt-10 space-y-3">
      <h2 id={id}>{text.title}</h2>
      <p className="text-ink-soft">{text.lead(parts.join('、'))}</p>
      <DirectAction
        onDone={(started) => {
          // A later press makes a new file.
          forget();
          notify(text.started, 'success');
          setJobId(started.jobId);
        }}
        work={() => makeClassFile(classId, keyFor(`${classId}`))}
      >
        {text.make}
      </DirectAction>
      {jobId !== null && <JobCard jobId={jobId} key={jobId} />}
    </section>
  );
};
