import { parentPort } from 'node:worker_threads';
import { compilePaper } from './compile.ts';
import type { PaperOrder, PaperReply } from './render-paper.ts';

const reply = ({ template, data }: PaperOrder): PaperReply => {
  try {
    return { pdf: compilePaper(template, data).pdf };
  } catch (error) {
    return { failure: String(error) };
  }
};

parentPort?.on('message', (order: PaperOrder) => parentPort?.postMessage(reply(order)));
