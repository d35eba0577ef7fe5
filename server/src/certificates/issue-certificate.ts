import { randomInt } from 'node:crypto';
import { today } from '@portal/contract/dates';
import { and, eq, sql } from 'drizzle-orm';
import { accounts } from '../accounts/tables.ts';
import type { Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import { organizations } from '../catalogue/tables.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { mayIssue } from './policy.ts';
import { findKind } from './queries.ts';
import { areValidDates, lastValidDay } from './rules.ts';
import { certificates } from './tables.ts';

interface Issue {
  readonly accountId: number;
  readonly organizationId: number;
  /** Determines kind and validity. */
  readonly courseId: number;
  /** A day in Taipei, not in the future. */
  readonly issuedOn: string;
  readonly endTime?: string;
}

export interface Issued {
  readonly id: number;
  readonly number: string;
}

/** Without I, L, O and U, which are easily confused. */
const NUMBER_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Fifty bits, so that numbers cannot be guessed. */
const SUFFIX_LENGTH = 10;

/** `FAI-2026-7KQ2M9XW4T`. */
const newNumber = (courseCode: string, issuedOn: string): string => {
  const character = () => NUMBER_ALPHABET.charAt(randomInt(NUMBER_ALPHABET.length));
  const suffix = Array.from({ length: SUFFIX_LENGTH }, character);
  return `${courseCode}-${issuedOn.slice(0, 4)}-${suffix.join('')}`;
};

const organizationExists = async (tx: Tx, id: number): Promise<boolean> => {
  const found = await tx.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, id));
  return found.length > 0;
};

/** Locks the person, so that simultaneous calls do not issue the same certificate twice. */
const lockHolder = async (tx: Tx, accountId: number): Promise<void> => {
  const found = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('no key update');
  if (found.length === 0) throw new Refusal('certificate_holder');
};

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
        // A renewal's new certificate is a different one.
        sql`not exists (select from ${certificates} before where before.replaced_by_id = ${certificates.id})`,
      ),
    );
  return found;
};

export const insertCertificate = async (
  tx: Tx,
  values: Omit<typeof certificates.$inferInsert, 'number' | 'createdAt'> & { courseCode: string },
  { actor, now }: Context<Staff>,
): Promise<Issued> => {
  const { courseCode, ...certificate } = values;
  const number = newNumber(courseCode, certificate.issuedOn);
  const [issued] = await tx
    .insert(certificates)
    .values({ ...certificate, number, createdAt: now })
    .returning({ id: certificates.id, number: certificates.number });
  if (!issued) throw new Error('the certificate was not inserted');
  const after = { ...certificate, number };
  await recordEvent(
    tx,
    { actor, action: 'certificate.issue', subject: 'certificate', subjectId: issued.id, after },
    now,
  );
  return issued;
};

/** Returns the existing certificate if the person has one of the same organisation, course and day. */
export const issueCertificate = async (
  tx: Tx,
  issue: Issue,
  { actor, now }: Context<Staff>,
): Promise<Issued> => {
  const { accountId, organizationId, courseId, issuedOn } = issue;
  const kind = await findKind(tx, courseId);
  const known = kind && mayIssue(actor, organizationId) && (await organizationExists(tx, organizationId));
  if (!known) throw new Refusal('certificate_kind');
  const { years, courseCode } = kind;
  const endTime = issue.endTime ?? lastValidDay(issuedOn, years);
  if (!areValidDates({ issuedOn, endTime }, today(now))) throw new Refusal('certificate_dates');

  await lockHolder(tx, accountId);
  const earlier = await findIssued(tx, issue);
  if (earlier) return earlier;
  const values = { accountId, organizationId, courseId, courseCode, issuedOn, years, endTime };
  return insertCertificate(tx, values, { actor, now });
};
