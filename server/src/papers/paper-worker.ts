import { serveJobs } from '../platform/kept-worker.ts';
import { compilePaper } from './compile.ts';
import { compileCertificate, drawCertificate } from './compile-certificate.ts';
import type { PaperOrder } from './render-paper.ts';

const tasks = {
  compile: ({ template, data }: PaperOrder): Uint8Array => compilePaper(template, data).pdf,
  certificate: compileCertificate,
  drawing: drawCertificate,
};
export type PaperTasks = typeof tasks;

serveJobs(tasks);
