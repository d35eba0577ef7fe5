import { serveJobs } from '../platform/kept-worker.ts';
import { readForImport, readForPreview } from './read-statement.ts';
import { findCertain, showMatches } from './show-matches.ts';

const jobs = { readForImport, readForPreview, showMatches, findCertain };
export type StatementJobs = typeof jobs;

serveJobs(jobs);
