import type { JobState } from '@portal/contract/office/jobs';
import type { Right } from '@portal/contract/rights';
import type { Staff } from '../staff/actors.ts';
import { may } from '../staff/policy.ts';
import { type JobStep, mayStep } from './states.ts';

interface AskedJob {
  readonly staffId: number;
  readonly organizationId: number | null;
}

/** Administrators look after the jobs of others: they may look and stop. */
const oversees = (staff: Staff, { organizationId }: AskedJob): boolean =>
  may(staff, 'staff.manage', organizationId);

const asked = (staff: Staff, { staffId }: AskedJob): boolean => staff.staffId === staffId;

export const mayLook = (staff: Staff, job: AskedJob): boolean => asked(staff, job) || oversees(staff, job);

/** Only who asked, and only while the right lasts. */
export const mayUse = (staff: Staff, job: AskedJob & { readonly right: Right }): boolean =>
  asked(staff, job) && may(staff, job.right, job.organizationId);

type ShownJob = AskedJob & {
  readonly right: Right;
  readonly state: JobState;
  readonly fileKey: string | null;
};

const can = (step: JobStep, { state }: ShownJob): boolean => mayStep(step, state);

export const jobActs = (staff: Staff, job: ShownJob) => ({
  stop: can('stop', job) && mayLook(staff, job),
  continue: can('continue', job) && mayUse(staff, job),
  download: job.fileKey !== null && mayUse(staff, job),
});
