import { today } from '@portal/contract/dates';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { mayIssue } from '../policy.ts';
import { findKind } from '../queries.ts';
import { areValidDates, lastValidDay } from '../rules.ts';
import { certificates } from '../tables.ts';
import { lockHolder, refuseUnprintableHolder } from './holder.ts';
import { insertCertificate } from './insert-certificate.ts';
import type { Issued } from './insert-certificates.ts';

interface Issue {
  readonly accountId: number;
  readonly organizationId: number;
  /** Determines kind and validity. */
  readonly courseId: number;
  /** A day in Taipei, not in the future. */
  readonly issuedOn: string;
  readonly endTime?: string | null;
  /** Hours, first and last day of the training, where known. Days in Taipei. */
  readonly hours?: number | null;
  readonly firstDay?: string | null;
  readonly lastDay?: string | null;
}

const findIssued = async (
  tx: Tx,
  { accountId, organizationId, courseId, issuedOn }: Issue,
): Promise<Issued | undefined> => {
  const [found] = await tx
    .select({ id: certificates.id, number: certificates.number })
    .from(certificates)
    .where(
      and(
        eq(certificates.accountId, accountId),
        eq(certificates.organizationId, organizationId),
        eq(certificates.courseId, courseId),
        eq(certificates.issuedOn, issuedOn),
        isNull(certificates.registrationId),
        ne(certificates.state, 'revoked'),
        // A renewal's new certificate is a different one.
        sql`not exists (select from ${certificates} before where before.replaced_by_id = ${certificates.id})`,
      ),
    );
  return found;
};

/**
 * Issues a certificate without a class: one that was taken over, or recognised from elsewhere. Returns the existing one if
 * the person has one of the same organisation, course and day that is not revoked.
 */
export const issueCertificate = async (
  tx: Tx,
  issue: Issue,
  { actor, now }: Context<Staff>,
): Promise<Issued> => {
  const {
    accountId,
    organizationId,
    courseId,
    issuedOn,
    hours = null,
    firstDay = null,
    lastDay = null,
  } = issue;
  const kind = await findKind(tx, courseId);
  if (!kind || !mayIssue(actor, organizationId)) throw new Refusal('certificate_kind');
  const { years } = kind;
  const endTime = issue.endTime ?? lastValidDay(issuedOn, years);
  if (!areValidDates({ issuedOn, endTime }, today(now))) throw new Refusal('certificate_dates');

  await refuseUnprintableHolder(tx, accountId);
  const holder = await lockHolder(tx, accountId);
  const earlier = await findIssued(tx, issue);
  if (earlier) return earlier;
  const training = { classCode: null, hours, firstDay, lastDay };
  const values = {
    holder,
    organizationId,
    courseId,
    registrationId: null,
    issuedOn,
    years,
    endTime,
    training,
  };
  return insertCertificate(tx, values, { actor, now });
};
