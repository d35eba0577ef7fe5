import * as contract from '@portal/contract/office/jobs';
import { inTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { Download } from '../../platform/http/download.ts';
import type { Services } from '../../platform/services.ts';
import type { Staff } from '../../staff/actors.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { continueJob } from '../continue-job.ts';
import { mayUse } from '../policy.ts';
import { presentJob, presentJobWithItems } from '../present.ts';
import { findItems, findJob, findJobs } from '../queries.ts';
import { stopJob } from '../stop-job.ts';
import { wakeJobWorkers } from '../wake.ts';

const openFile = async ({ db, files }: Services, id: number, actor: Staff): Promise<Download> => {
  const job = await findJob(db, id, actor);
  const { fileKey, fileName, fileType } = job;
  if (!mayUse(actor, job) || fileKey === null) throw new Refusal('not_found');
  const stream = await files.stream(fileKey);
  if (!stream) throw new Refusal('not_found');
  return new Download(stream, { name: fileName ?? '', type: fileType ?? '' });
};

export const jobOfficeRoutes: OfficeRoutes = (serve, services) => {
  const { db } = services;

  serve(contract.jobList, async ({ query: { whose }, actor }) => {
    const found = await findJobs(db, actor, whose === 'everyone');
    return found.map((job) => presentJob(job, actor));
  });

  serve(contract.jobDetail, async ({ params: { id }, query, actor }) => {
    const job = await findJob(db, id, actor);
    return presentJobWithItems(job, await findItems(db, id, query), actor);
  });

  serve(contract.stopJob, async ({ params: { id }, actor, now }) => {
    await inTransaction(db, (tx) => stopJob(tx, { jobId: id }, { actor, now }));
    return presentJob(await findJob(db, id, actor), actor);
  });

  serve(contract.continueJob, async ({ params: { id }, actor, now }) => {
    await inTransaction(db, (tx) => continueJob(tx, { jobId: id }, { actor, now }));
    wakeJobWorkers();
    return presentJob(await findJob(db, id, actor), actor);
  });

  serve(contract.jobFile, ({ params: { id }, actor }) => openFile(services, id, actor));
};
