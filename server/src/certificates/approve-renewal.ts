import { today } from '@portal/contract/dates';
import { and, eq, isNull } from 'drizzle-orm';
import { findContacts } from '../accounts/people/contacts.ts';
import type { Context } from '../audit/actor.ts';
import { queueMail } from '../mail/queue.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { insertCertificate } from './issue-certificate.ts';
import { renewalApprovedMail } from './present.ts';
import type { ReviewedRequest } from './queries.ts';
import { decide, lockReviewed } from './review.ts';
import { renewed } from './rules.ts';
import { certificates } from './tables.ts';

interface Approval {
  readonly requestId: number;
  readonly backendNote?: string;
}

const replace = async (tx: Tx, id: number, replacedById: number): Promise<void> => {
  const { rowCount } = await tx
    .update(certificates)
    .set({ replacedById })
    .where(and(eq(certificates.id, id), isNull(certificates.replacedById)));
  if (rowCount !== 1) throw new Refusal('renewal_decided');
};

const issueNext = async (tx: Tx, request: ReviewedRequest, { actor, now }: Context<Staff>) => {
  const { accountId, organizationId, courseId, courseCode, years } = request;
  const [issuedOn, validity] = [today(now), renewed(request)];
  // The new certificate would have expired already.
  if (validity.end < issuedOn) throw new Refusal('certificate_expired');
  const { id, number } = await insertCertificate(
    tx,
    { accountId, organizationId, courseId, courseCode, issuedOn, years, endTime: validity.end },
    { actor, now },
  );
  return { id, number, ...validity };
};

/** Returns the new certificate's id. Repeating it changes nothing. */
export const approveRenewal = async (
  tx: Tx,
  { requestId, backendNote }: Approval,
  { actor, now }: Context<Staff>,
): Promise<number> => {
  const request = await lockReviewed(tx, requestId, actor);
  if (request.state === 'approved' && request.replacedById !== null) return request.replacedById;
  await decide(tx, request, { step: 'approve', backendNote: backendNote ?? null }, { actor, now });
  const next = await issueNext(tx, request, { actor, now });
  await replace(tx, request.certificateId, next.id);
  const [person] = await findContacts(tx, [request.accountId]);
  if (person) await queueMail(tx, person, renewalApprovedMail(request, next, person), now);
  return next.id;
};
