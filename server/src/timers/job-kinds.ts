import { issueJob } from '../certificates/desk/issue-job.ts';
import { printJob } from '../certificates/desk/print-job.ts';
import { checkImportJob, runImportJob, undoImportJob } from '../imports/import-jobs.ts';
import { bindJobs } from '../jobs/job-kind.ts';
import { incidentLetterJob } from '../privacy/incidents/letter-job.ts';
import { classFileJob } from '../reports/class-file/class-file-job.ts';
import { reportJob } from '../reports/figures/report-job.ts';
import { letters } from './letters.ts';

/** All kinds of jobs, for the worker. */
export const jobKinds = bindJobs([
  issueJob,
  printJob,
  classFileJob(letters),
  reportJob,
  checkImportJob,
  runImportJob,
  undoImportJob,
  incidentLetterJob,
]);
