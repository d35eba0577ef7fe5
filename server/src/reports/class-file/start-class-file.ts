import { classFileKeys, classFileParts } from '@portal/contract/office/class-file';
import type { StartedJob } from '@portal/contract/office/jobs';
import type { Context } from '../../audit/actor.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import type { JobKind } from '../../jobs/job-kind.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { findStaffClass } from '../../training/class-of-staff.ts';

/** Throws `class_not_found`. */
export const startClassFile = async (
  tx: Tx,
  { kind, classId }: { kind: JobKind<{ readonly classId: number }>; classId: number },
  { actor, now }: Context<Staff>,
): Promise<StartedJob> => {
  const { code, organizationId } = await findStaffClass(tx, { classId }, { actor, right: 'export.list' });
  const items = classFileKeys.map((key) => ({ key, label: classFileParts[key].name }));
  const job = { kind, title: `班級檔案：${code}`, input: { classId }, organizationId, items };
  return enqueueJob(tx, job, { actor, now });
};
