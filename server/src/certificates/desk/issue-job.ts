import { today } from '@portal/contract/dates';
import { lackNames } from '@portal/contract/office/certificate-issuing';
import { defineJob } from '../../jobs/job-kind.ts';
import { Refusal } from '../../platform/errors.ts';
import { issueForRegistration } from '../issue/issue-for-registration.ts';
import { findCandidates, requireIssuingClass } from './candidates.ts';

const MONTH_HOURS = 30 * 24;

interface IssueInput {
  readonly classId: number;
}

/** Issues the certificates of a class. The key of an item is the id of a registration. */
export const issueJob = defineJob<IssueInput>({
  kind: 'certificate.issue',
  right: 'certificate.issue',
  keptHours: MONTH_HOURS,
  step: async (tx, { input: { classId }, key }, { actor, now }) => {
    const registrationId = Number(key);
    const issuingClass = await requireIssuingClass(tx, classId, actor, 'certificate.issue');
    const [candidate] = await findCandidates(tx, issuingClass, { day: today(now), ids: [registrationId] });
    const lacks = candidate?.lacks.map((lack) => lackNames[lack]) ?? [];
    if (lacks.length > 0) throw new Refusal('certificate_incomplete', { values: { what: lacks.join('、') } });
    const { number } = await issueForRegistration(tx, { registrationId }, { actor, now });
    return number;
  },
});
