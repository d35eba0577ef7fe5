import type { StartedJob } from '@portal/contract/office/jobs';
import type { Database, Tx } from '../platform/database/database.ts';
import { type IdempotencyKey, onceOnly } from '../platform/http/idempotency.ts';
import { wakeJobWorkers } from './wake.ts';

/** Enqueues a job once for each key, and wakes the worker of this server after the commit. */
export const startJob = async (
  db: Database,
  key: IdempotencyKey | null,
  now: Date,
  enqueue: (tx: Tx) => Promise<StartedJob>,
): Promise<StartedJob> => {
  const started = await onceOnly(db, key, now, enqueue);
  wakeJobWorkers();
  return started;
};
