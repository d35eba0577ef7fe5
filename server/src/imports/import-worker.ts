import { serveJobs } from '../platform/kept-worker.ts';
import { readForCheck, readForPreview } from './reading/read-import.ts';

const jobs = { readForCheck, readForPreview };
export type ImportJobs = typeof jobs;

serveJobs(jobs);
