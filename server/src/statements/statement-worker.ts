import { serveJobs } from '../platform/kept-worker.ts';
import { findCertain, showMatches } from './matching/show-matches.ts';
import { readForImport, readForPreview } from './reading/read-statement.ts';

const jobs = { readForImport, readForPreview, showMatches, findCertain };
export type StatementJobs = typeof jobs;

serveJobs(jobs);
