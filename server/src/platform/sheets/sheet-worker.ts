import { parentPort, workerData } from 'node:worker_threads';
import { type SheetOptions, sheetRows } from './sheet-rows.ts';

const { bytes, options } = workerData as { bytes: Uint8Array; options: SheetOptions };
parentPort?.postMessage(await sheetRows(Buffer.from(bytes), options));
