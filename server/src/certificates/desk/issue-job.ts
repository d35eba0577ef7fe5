import { today } from '@portal/contract/dates';
import { lackNames } from '@portal/contract/office/certificate-issuing';
import { defineBatchJob, type ItemResult } from '../../jobs/job-kind.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Outcome } from '../issue/insert-certificates.ts';
import { issueInClass } from '../issue/issue-in-class.ts';
import { type Candidate, findCandidates, requireIssuingClass } from './candidates.ts';

const MONTH_HOURS = 30 * 24;

interface IssueInput {
  readonly classId: number;
}

const incomplete = ({ lacks }: Candidate): Refusal => {
  const what = lacks.map((lack) => lackNames[lack]).join('、');
  return new Refusal('certificate_incomplete', { values: { what } });
};

const resultOf = (outcome: Outcome = new Refusal('review_conflict')): ItemResult =>
  outcome instanceof Refusal ? outcome : outcome.number;

/** Issues the certificates of a class. The key of an item is the id of a registration. */
export const issueJob = defineBatchJob<IssueInput>({
  kind: 'certificate.issue',
  right: 'certificate.issue',
  keptHours: MONTH_HOURS,
  atOnce: 20,
  stepMany: async (tx, { input: { classId }, keys }, { actor, now }) => {
    const ids = keys.map(Number);
    const issuingClass = await requireIssuingClass(tx, classId, actor, 'certificate.issue');
    const candidates = await findCandidates(tx, issuingClass, { day: today(now), ids });
    const lacking = candidates.filter(({ lacks }) => lacks.length > 0);
    const refused = new Map(lacking.map((each) => [each.registrationId, incomplete(each)]));
    const registrationIds = ids.filter((id) => !refused.has(id));
    const outcomes = await issueInClass(tx, { classId, registrationIds }, { actor, now });
    return new Map(ids.map((id) => [`${id}`, resultOf(refused.get(id) ?? outcomes.get(id))]));
  },
});
