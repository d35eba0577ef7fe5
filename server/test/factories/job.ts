import { enqueueJob } from '../../src/jobs/enqueue-job.ts';
import { defineJob, type JobKind } from '../../src/jobs/job-kind.ts';
import { type Database, inTransaction } from '../../src/platform/database/database.ts';
import type { Staff } from '../../src/staff/actors.ts';
import { NOW } from '../app.ts';

/** A kind that does nothing. */
const idleJob = defineJob<object>({ kind: 'test.idle', right: 'class.write', step: async () => null });

interface Overrides<Input> {
  readonly kind?: JobKind<Input>;
  readonly input?: Input;
  readonly organizationId?: number | null;
  readonly keys?: readonly string[];
  readonly now?: Date;
}

/** A queued job, by default of two items for the whole association. Returns its id. */
export const buildJob = async <Input>(
  db: Database,
  actor: Staff,
  overrides: Overrides<Input> = {},
): Promise<number> => {
  const { kind = idleJob, input = {}, organizationId = null, keys = ['1', '2'], now = NOW } = overrides;
  const job = {
    ...{ kind: kind as JobKind, input, organizationId, title: '測試作業' },
    items: keys.map((key) => ({ key, label: `第 ${key} 筆` })),
  };
  const { jobId } = await inTransaction(db, (tx) => enqueueJob(tx, job, { actor, now }));
  return jobId;
};
