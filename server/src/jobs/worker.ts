import { startPolling } from '../platform/poll.ts';
import { type JobRunner, runNextJob } from './run-job.ts';
import { onJobQueued } from './wake.ts';

const POLL_INTERVAL_MS = 1000;

/** `stop` waits for the item that is under way. */
export const startJobWorker = (
  runner: Omit<JobRunner, 'signal'>,
  pollEvery = POLL_INTERVAL_MS,
): { stop(): Promise<void> } => {
  const stopping = new AbortController();
  const polling = startPolling(() => runNextJob({ ...runner, signal: stopping.signal }), {
    every: pollEvery,
    onError: (error) => runner.log.warn({ error }, 'job queue away'),
  });
  const forget = onJobQueued(polling.wake);
  return {
    stop: async () => {
      forget();
      stopping.abort();
      await polling.stop();
    },
  };
};
