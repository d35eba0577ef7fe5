import { serveJobs } from '../platform/kept-worker.ts';
import { readForCheck } from './reading/read-for-check.ts';
import { readForPreview } from './reading/read-import.ts';

const jobs = { readForCheck, readForPreview };
export type ImportJobs = typeof jobs;

serveJobs(jobs);
