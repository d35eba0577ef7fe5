import { today } from '@portal/contract/dates';
import type { StartedJob } from '@portal/contract/office/jobs';
import type { Context } from '../../audit/actor.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { findCandidates, requireIssuingClass } from './candidates.ts';
import { issueJob } from './issue-job.ts';

interface Issuing {
  readonly classId: number;
  /** Everybody who is ready if it is missing. */
  readonly registrationIds?: readonly number[] | undefined;
}

/** Starts the job that issues the certificates. The job refuses people who lack something. Throws `job_empty`. */
export const issueForClass = async (
  tx: Tx,
  { classId, registrationIds }: Issuing,
  { actor, now }: Context<Staff>,
): Promise<StartedJob> => {
  const issuingClass = await requireIssuingClass(tx, classId, actor, 'certificate.issue');
  const candidates = await findCandidates(tx, issuingClass, { day: today(now), ids: registrationIds });
  const chosen = registrationIds ? candidates : candidates.filter(({ isReady }) => isReady);
  return enqueueJob(
    tx,
    {
      kind: issueJob,
      title: `核發證照：${issuingClass.code}`,
      input: { classId },
      organizationId: issuingClass.organizationId,
      items: chosen.map(({ registrationId, chineseName, englishName }) => ({
        key: String(registrationId),
        label: chineseName ?? englishName ?? '',
      })),
    },
    { actor, now },
  );
};
