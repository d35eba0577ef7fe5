import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { ServerProcess } from '../../server/test/race/server-process.ts';

const MEGABYTE = 1024;

/** Resident memory of the server, in megabytes. */
export const memoryOf = async ({ pid }: ServerProcess): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(status.match(/^VmRSS:\s+(?<kilobytes>\d+)/m)?.groups?.kilobytes) / MEGABYTE;
};

/** The most memory during the work, in megabytes. */
export const peakDuring = async <T>(server: ServerProcess, work: () => Promise<T>) => {
  let [peak, isOver] = [0, false];
  const watching = (async () => {
    while (!isOver) {
      peak = Math.max(peak, await memoryOf(server));
      await setTimeout(20);
    }
  })();
  try {
    const result = await work();
    return { result, peak: Math.max(peak, await memoryOf(server)) };
  } finally {
    isOver = true;
    await watching;
  }
};
