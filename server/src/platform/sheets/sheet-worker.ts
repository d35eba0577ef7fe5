import { serveJobs } from '../kept-worker.ts';
import { type SheetOptions, sheetRows } from './sheet-rows.ts';

const jobs = {
  read: ({ bytes, options }: { bytes: Uint8Array; options: SheetOptions }) =>
    sheetRows(Buffer.from(bytes), options),
};
export type SheetJobs = typeof jobs;

serveJobs(jobs);
