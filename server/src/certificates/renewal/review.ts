import { and, eq, inArray } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { isRepeatedStep } from '../../audit/version.ts';
import { MovedMeanwhile } from '../../enrolment/lock-registrations.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { type Holder, lockHolder } from '../issue/holder.ts';
import { mayReview } from '../policy.ts';
import { findRequest, lockCertificate, type ReviewedRequest } from '../queries.ts';
import { RENEWAL_STEPS, REVIEW_ACTIONS, type RenewalStep } from '../states.ts';
import { renewalRequests } from '../tables.ts';

export const findReviewed = async (tx: Tx, requestId: number, actor: Staff): Promise<ReviewedRequest> => {
  const found = await findRequest(tx, requestId);
  if (!found || !mayReview(actor, found)) throw new Refusal('renewal_unknown');
  return found;
};

/** Refuses a request of another organisation like one that does not exist. */
export const lockReviewed = async (
  tx: Tx,
  requestId: number,
  actor: Staff,
): Promise<ReviewedRequest & { readonly holder: Holder }> => {
  const { certificateId, accountId } = await findReviewed(tx, requestId, actor);
  const holder = await lockHolder(tx, accountId);
  await lockCertificate(tx, certificateId);
  const reviewed = await findReviewed(tx, requestId, actor);
  if (reviewed.accountId !== accountId)
    throw new MovedMeanwhile(`request ${requestId} is another person's by now`);
  return { ...reviewed, holder };
};

/** Its version counts what staff or the person did after it was sent. */
export const versionedRequest = (id: number) =>
  ({ subject: 'renewal_request', id, actions: REVIEW_ACTIONS }) as const;

/** Like `isRepeatedStep`. Code that decides without a page leaves the version out. */
export const isRepeatedDecision = (
  tx: Tx,
  { id }: Pick<ReviewedRequest, 'id'>,
  { step, version, actor }: { step: RenewalStep; version: number | undefined; actor: Staff },
): Promise<boolean> =>
  isRepeatedStep(tx, versionedRequest(id), { version, actor, action: RENEWAL_STEPS[step].action });

/** An approval although the rule of the kind is not met. */
export interface RuleException {
  readonly exceptionReason: string;
  readonly refresherMissing: number;
}

interface Decision {
  readonly step: RenewalStep;
  readonly backendNote: string | null;
  readonly exception?: RuleException | null;
}

export const decide = async (
  tx: Tx,
  { id, state }: Pick<ReviewedRequest, 'id' | 'state'>,
  { step, backendNote, exception }: Decision,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const { from, to, action } = RENEWAL_STEPS[step];
  const { rowCount } = await tx
    .update(renewalRequests)
    .set({ state: to, backendNote, decidedAt: now })
    .where(and(eq(renewalRequests.id, id), inArray(renewalRequests.state, [...from])));
  if (rowCount !== 1) throw new Refusal('renewal_decided');
  await recordEvent(
    tx,
    {
      actor,
      action,
      subject: 'renewal_request',
      subjectId: id,
      before: { state },
      after: { state: to, backendNote, ...exception },
    },
    now,
  );
};

const openOf = (certificateId: number) =>
  and(eq(renewalRequests.certificateId, certificateId), eq(renewalRequests.state, 'open'));

/** Rejects the open request of a locked certificate, if there is one. */
export const rejectOpenRequest = async (
  tx: Tx,
  certificateId: number,
  { backendNote, ...context }: Context<Staff> & { readonly backendNote: string },
): Promise<void> => {
  const [open] = await tx
    .select({ id: renewalRequests.id, state: renewalRequests.state })
    .from(renewalRequests)
    .where(openOf(certificateId));
  if (open) await decide(tx, open, { step: 'reject', backendNote }, context);
};

/** A corrected certificate hands its open request to the new one. */
export const moveOpenRequest = async (tx: Tx, certificateId: number, toId: number): Promise<void> => {
  await tx.update(renewalRequests).set({ certificateId: toId }).where(openOf(certificateId));
};
