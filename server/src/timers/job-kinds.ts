import { issueJob } from '../certificates/desk/issue-job.ts';
import { printJob } from '../certificates/desk/print-job.ts';
import { checkImportJob, runImportJob, undoImportJob } from '../imports/import-jobs.ts';
import { bindJobs } from '../jobs/job-kind.ts';

/** All kinds of jobs, for the worker. */
export const jobKinds = bindJobs([issueJob, printJob, checkImportJob, runImportJob, undoImportJob]);
