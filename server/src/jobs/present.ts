import { isoTaipei } from '@portal/contract/dates';
import type { AnswerOf } from '@portal/contract/endpoint';
import { JOB_ITEMS_SHOWN, type JobRow, type jobDetail } from '@portal/contract/office/jobs';
import type { Staff } from '../staff/actors.ts';
import { jobActs } from './policy.ts';
import type { ItemRow, NamedJob } from './queries.ts';

const HOUR = 3_600_000;

export const presentJob = (job: NamedJob, reader: Staff): JobRow => {
  const { id, kind, title, state, error, total, done, failed, createdAt, endedAt, keptHours, askedBy } = job;
  const keptUntil = endedAt && new Date(endedAt.getTime() + keptHours * HOUR);
  return {
    ...{ id, kind, title, state, error, total, done, failed, askedBy, fileName: job.fileName },
    createdAt: isoTaipei(createdAt),
    endedAt: endedAt && isoTaipei(endedAt),
    keptUntil: keptUntil && isoTaipei(keptUntil),
    can: jobActs(reader, job),
  };
};

export const presentJobWithItems = (
  job: NamedJob,
  items: readonly ItemRow[],
  reader: Staff,
): AnswerOf<typeof jobDetail> => {
  const shown = items.slice(0, JOB_ITEMS_SHOWN);
  return {
    ...presentJob(job, reader),
    items: shown.map(({ position, key, label, state, note }) => ({ position, key, label, state, note })),
    next: items.length > shown.length ? (shown.at(-1)?.position ?? null) : null,
  };
};
