import { and, eq, inArray } from 'drizzle-orm';
import type { Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { mayReview } from './policy.ts';
import { findRequest, lockCertificate, type ReviewedRequest } from './queries.ts';
import { RENEWAL_STEPS, type RenewalStep } from './states.ts';
import { renewalRequests } from './tables.ts';

const findReviewed = async (tx: Tx, requestId: number, actor: Staff): Promise<ReviewedRequest> => {
  const found = await findRequest(tx, requestId);
  if (!found || !mayReview(actor, found)) throw new Refusal('renewal_unknown');
  return found;
};

/** Refuses a request of another organisation like one that does not exist. */
export const lockReviewed = async (tx: Tx, requestId: number, actor: Staff): Promise<ReviewedRequest> => {
  const { certificateId } = await findReviewed(tx, requestId, actor);
  await lockCertificate(tx, certificateId);
  return findReviewed(tx, requestId, actor);
};

interface Decision {
  readonly step: RenewalStep;
  readonly backendNote: string | null;
}

export const decide = async (
  tx: Tx,
  { id, state }: ReviewedRequest,
  { step, backendNote }: Decision,
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
      after: { state: to, backendNote },
    },
    now,
  );
};
