import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { certificateKinds, organizations } from '../../catalogue/tables.ts';
import type { Executor, Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { mayReview } from '../policy.ts';
import { certificates, renewalInquiries, renewalRequests } from '../tables.ts';

interface OwnInquiry {
  readonly inquiryId: number;
  readonly accountId: number;
}

/** Throws `not_found` unless it was asked of the person. */
export const findOwnInquiry = async (db: Executor, { inquiryId, accountId }: OwnInquiry) => {
  const [found] = await db
    .select({
      requestId: renewalRequests.id,
      state: renewalRequests.state,
      certificateId: renewalRequests.certificateId,
    })
    .from(renewalInquiries)
    .innerJoin(renewalRequests, eq(renewalRequests.id, renewalInquiries.requestId))
    .innerJoin(certificates, eq(certificates.id, renewalRequests.certificateId))
    .where(and(eq(renewalInquiries.id, inquiryId), eq(certificates.accountId, accountId)));
  if (!found) throw new Refusal('not_found');
  return found;
};

/** Lists the inquiries that the person has to answer, oldest first. */
export const findOpenInquiries = (db: Executor, accountId: number) =>
  db
    .select({
      id: renewalInquiries.id,
      text: renewalInquiries.text,
      askedAt: renewalInquiries.askedAt,
      code: certificates.number,
      name: certificateKinds.name,
      organization: organizations.name,
    })
    .from(certificates)
    .innerJoin(renewalRequests, eq(renewalRequests.certificateId, certificates.id))
    .innerJoin(renewalInquiries, eq(renewalInquiries.requestId, renewalRequests.id))
    .innerJoin(certificateKinds, eq(certificateKinds.id, certificates.kindId))
    .innerJoin(organizations, eq(organizations.id, certificates.organizationId))
    .where(
      and(
        eq(certificates.accountId, accountId),
        eq(renewalRequests.state, 'open'),
        isNull(renewalInquiries.answeredAt),
      ),
    )
    .orderBy(asc(renewalInquiries.id));

/** The file of an answer. Each view leaves an event. Throws `not_found`. */
export const openAnswerFile = async (tx: Tx, inquiryId: number, { actor, now }: Context<Staff>) => {
  const [found] = await tx
    .select({
      requestId: renewalInquiries.requestId,
      organizationId: certificates.organizationId,
      number: certificates.number,
      kind: renewalInquiries.kind,
      fileKey: renewalInquiries.fileKey,
    })
    .from(renewalInquiries)
    .innerJoin(renewalRequests, eq(renewalRequests.id, renewalInquiries.requestId))
    .innerJoin(certificates, eq(certificates.id, renewalRequests.certificateId))
    .where(eq(renewalInquiries.id, inquiryId));
  if (!found || !mayReview(actor, found)) throw new Refusal('not_found');
  const { requestId, number, kind, fileKey } = found;
  if (kind === null || fileKey === null) throw new Refusal('not_found');
  const subject = { subject: 'renewal_request', subjectId: requestId } as const;
  await recordEvent(tx, { actor, action: 'renewal.document_view', ...subject }, now);
  return { number, kind, fileKey };
};
