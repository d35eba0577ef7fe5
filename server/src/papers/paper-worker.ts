import { serveJobs } from '../platform/kept-worker.ts';
import { compilePaper } from './compile.ts';
import { compileCertificates, drawCertificates } from './compile-certificate.ts';
import type { PaperOrder } from './render-paper.ts';

const tasks = {
  compile: ({ template, data }: PaperOrder): Uint8Array => compilePaper(template, data).pdf,
  certificates: compileCertificates,
  drawing: drawCertificates,
};
export type PaperTasks = typeof tasks;

serveJobs(tasks);
