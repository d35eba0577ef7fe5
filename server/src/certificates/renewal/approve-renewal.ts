import { today } from '@portal/contract/dates';
import { findContacts } from '../../accounts/people/contacts.ts';
import { actorName, type Context } from '../../audit/actor.ts';
import { queueMail } from '../../mail/queue.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { type Holder, refuseUnprintableHolder } from '../issue/holder.ts';
import { endCertificate, insertCertificate, nameSuccessor } from '../issue/insert-certificate.ts';
import { renewalApprovedMail } from '../present.ts';
import type { ReviewedRequest } from '../queries.ts';
import { renewed } from '../rules.ts';
import { stepRefusal } from '../states.ts';
import { decide, findReviewed, isRepeatedDecision, lockReviewed, type RuleException } from './review.ts';
import { findMissingHours } from './trainings.ts';

interface Approval {
  readonly requestId: number;
  readonly backendNote?: string;
  readonly version?: number;
  /** Needed if the rule of the kind is not met. */
  readonly exceptionReason?: string | null;
}

/** Null if the rule is met. */
const findException = async (
  tx: Tx,
  request: ReviewedRequest,
  exceptionReason: string | null,
): Promise<RuleException | null> => {
  const refresherMissing = await findMissingHours(tx, request);
  if (refresherMissing === 0) return null;
  if (exceptionReason === null) throw new Refusal('renewal_rule_unmet', { values: { n: refresherMissing } });
  return { exceptionReason, refresherMissing };
};

const issueNext = async (
  tx: Tx,
  request: ReviewedRequest & { readonly holder: Holder },
  { actor, now }: Context<Staff>,
) => {
  const { holder, organizationId, courseId, years, content, certificateId } = request;
  const [issuedOn, validity] = [today(now), renewed(request)];
  // The new certificate would have expired already.
  if (validity.end < issuedOn) throw new Refusal('certificate_expired');
  const wasValid = await endCertificate(tx, certificateId, 'renewed', {
    endedAt: now,
    endedBy: actorName(actor),
  });
  if (!wasValid) throw new Refusal('certificate_ended');
  const { classCode = null, hours = null, firstDay = null, lastDay = null } = content ?? {};
  const next = await insertCertificate(
    tx,
    {
      holder,
      organizationId,
      courseId,
      registrationId: null,
      issuedOn,
      years,
      endTime: validity.end,
      training: { classCode, hours, firstDay, lastDay },
    },
    { actor, now },
  );
  await nameSuccessor(tx, certificateId, next.id);
  return { ...next, ...validity };
};

/** Returns the new certificate's id. Repeating it changes nothing. */
export const approveRenewal = async (
  tx: Tx,
  { requestId, backendNote, version, exceptionReason = null }: Approval,
  { actor, now }: Context<Staff>,
): Promise<number> => {
  const { accountId } = await findReviewed(tx, requestId, actor);
  await refuseUnprintableHolder(tx, accountId);
  const request = await lockReviewed(tx, requestId, actor);
  await isRepeatedDecision(tx, request, { step: 'approve', version, actor });
  if (request.state === 'approved' && request.replacedById !== null) return request.replacedById;
  const refusal = stepRefusal('approve', request.state);
  if (refusal) throw new Refusal(refusal);
  const exception = await findException(tx, request, exceptionReason);
  await decide(tx, request, { step: 'approve', backendNote: backendNote ?? null, exception }, { actor, now });
  const next = await issueNext(tx, request, { actor, now });
  const [person] = await findContacts(tx, [request.accountId]);
  if (person) await queueMail(tx, person, renewalApprovedMail(request, next, person), now);
  return next.id;
};
