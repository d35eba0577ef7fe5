import { answerOrders } from '../platform/kept-worker.ts';
import { readForImport, readForPreview } from './read-statement.ts';
import { findCertain, showPiles } from './show-piles.ts';

const tasks = { readForImport, readForPreview, showPiles, findCertain };
export type DeskTasks = typeof tasks;

answerOrders(tasks);
