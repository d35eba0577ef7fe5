import { performance } from 'node:perf_hooks';

/* A job rests between two steps, so that requests have the processors. */

/** A rest is not longer than this, because a slow step may only have waited for a lock. */
const MAX_REST_MS = 1000;
/** The server is busy if it works for others during so much of a rest. */
const BUSY_SHARE = 0.05;
/** How many times as long as the step a rest takes. */
const [TIMES_WHEN_QUIET, TIMES_WHEN_BUSY] = [1, 4];

/** Returns the length of the rest after a step that took so long, in milliseconds. */
export const restAfter = (took: number, isBusy: boolean): number =>
  Math.min(took * (isBusy ? TIMES_WHEN_BUSY : TIMES_WHEN_QUIET), MAX_REST_MS);

/** Returns whether the server was busy during the rest, in which the job itself does nothing. */
export const rest = async (length: number, pause: (length: number) => Promise<unknown>): Promise<boolean> => {
  const before = performance.eventLoopUtilization();
  await pause(length);
  return performance.eventLoopUtilization(before).utilization > BUSY_SHARE;
};
