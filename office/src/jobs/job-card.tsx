import { readable } from '@portal/contract/dates';
import type { AnswerOf } from '@portal/contract/endpoint';
import type { JobState, jobDetail } from '@portal/contract/office/jobs';
import { notify } from '@portal/kit/browser/notices.ts';
import { Badge, type Tone } from '@portal/kit/ui/badge.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { panelClass } from '@portal/kit/ui/panel.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { DirectAction } from '../forms/direct-action.tsx';
import { Loaded } from '../platform/loaded.tsx';
import { jobsText as text } from '../text/zh-TW/jobs.ts';
import { continueJob } from './api/continue-job.ts';
import { isUnderWay, jobQuery } from './api/get-job.ts';
import { jobFileAddress } from './api/job-file.ts';
import { jobsKey } from './api/keys.ts';
import { stopJob } from './api/stop-job.ts';

type Job = AnswerOf<typeof jobDetail>;

const tones: Readonly<Record<JobState, Tone>> = {
  queued: 'neutral',
  running: 'info',
  stopped: 'warn',
  done: 'ok',
  failed: 'danger',
};

interface JobCardProps {
  readonly jobId: number;
  /** Called when more items are done, and when the job ends. */
  readonly onProgress?: () => void;
}

/** The progress of a job, for any section that started it. */
export const JobCard = ({ jobId, onProgress }: JobCardProps) => {
  const query = useQuery(jobQuery(jobId));
  useProgress(query.data, onProgress);
  return (
    <Loaded query={query} rows={2}>
      {(job) => <Card job={job} />}
    </Loaded>
  );
};

const useProgress = (job: Job | undefined, onProgress: (() => void) | undefined) => {
  const latest = useRef(onProgress);
  latest.current = onProgress;
  const seen = useRef<string | null>(null);
  const reached = job && `${job.done + job.failed} ${job.state}`;
  const hasEnded = job !== undefined && !isUnderWay(job.state);
  useEffect(() => {
    if (reached === undefined || reached === seen.current) return;
    // The first answer is where it begins, unless the job ended after the page was loaded.
    if (seen.current !== null || hasEnded) latest.current?.();
    seen.current = reached;
  }, [reached, hasEnded]);
};

const Card = ({ job }: { job: Job }) => {
  const { title, state, error, done, failed, total, items, askedBy, createdAt, endedAt, keptUntil } = job;
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={`${panelClass} space-y-3`}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="flex flex-wrap items-center gap-3 text-xl" id={heading}>
          {title}
          <Badge tone={tones[state]}>{text.states[state]}</Badge>
        </h2>
        <JobActs job={job} />
      </div>
      <progress
        aria-label={text.progress(title)}
        className="block h-3 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-sea-600 [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-sea-600"
        max={total}
        value={done + failed}
      />
      <p className="flex flex-wrap gap-x-4 tabular" role="status">
        <span>{text.counts(done + failed, total)}</span>
        <span>{text.done(done)}</span>
        {failed > 0 && <span className="font-semibold text-danger-700">{text.failed(failed)}</span>}
        {!isUnderWay(state) && <span className="sr-only">{text.states[state]}</span>}
      </p>
      {error !== null && <Notice tone={state === 'failed' ? 'danger' : 'warn'}>{error}</Notice>}
      {items.length > 0 && <Failures failed={failed} items={items} />}
      <p className="flex flex-wrap gap-x-4 text-ink-soft text-sm">
        <span>{text.asked(askedBy, readable(createdAt))}</span>
        {endedAt !== null && <span>{text.ended(readable(endedAt))}</span>}
        {keptUntil !== null && <span>{text.keptUntil(readable(keptUntil))}</span>}
      </p>
    </section>
  );
};

const Failures = ({ items, failed }: Pick<Job, 'items' | 'failed'>) => (
  <details open>
    <summary className="min-h-11 cursor-pointer py-2 font-semibold">{text.failures}</summary>
    <ul className="max-h-80 space-y-1 overflow-y-auto">
      {items.map(({ position, label, note }) => (
        <li className="flex flex-wrap gap-x-3" key={position}>
          <span className="font-semibold">{label}</span>
          <span>{note}</span>
        </li>
      ))}
    </ul>
    {failed > items.length && <p className="text-ink-soft">{text.moreFailures(failed - items.length)}</p>}
  </details>
);

const JobActs = ({ job: { id, title, can, fileName } }: { job: Job }) => {
  const queries = useQueryClient();
  const changed = (said: string) => () => {
    notify(said, 'success');
    void queries.invalidateQueries({ queryKey: jobsKey });
  };
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {can.stop && (
        <DirectAction label={text.stopOf(title)} onDone={changed(text.stopped)} work={() => stopJob(id)}>
          {text.stop}
        </DirectAction>
      )}
      {can.continue && (
        <DirectAction
          label={text.continueOf(title)}
          onDone={changed(text.continued)}
          work={() => continueJob(id)}
        >
          {text.continue}
        </DirectAction>
      )}
      {can.download && fileName !== null && (
        <a
          aria-label={text.downloadOf(fileName)}
          className="inline-flex min-h-11 items-center gap-2 rounded-md border border-sea-700 bg-surface px-5 font-semibold text-sea-800 no-underline hover:bg-sea-50"
          download={fileName}
          href={jobFileAddress(id)}
        >
          <Icon className="size-5" name="download" />
          {text.download}
        </a>
      )}
    </div>
  );
};
