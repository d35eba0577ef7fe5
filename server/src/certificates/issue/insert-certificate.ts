import { randomInt } from 'node:crypto';
import { today } from '@portal/contract/dates';
import { and, eq, sql } from 'drizzle-orm';
import { maskIdentity } from '../../accounts/people/mask.ts';
import { accounts } from '../../accounts/tables.ts';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { certificateKinds, courses, organizations } from '../../catalogue/tables.ts';
import { MovedMeanwhile } from '../../enrolment/lock-registrations.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { type CertificateContent, digestContent } from '../content.ts';
import { findLayout, findSigner } from '../layouts/layout-queries.ts';
import { type PrintedNames, refuseUnprintable } from '../papers/refuse-unprintable.ts';
import { areValidDates } from '../rules.ts';
import { certificateContents, certificates } from '../tables.ts';
import { takeRegisterNumber } from './register-number.ts';

/** The letters I, L, O and U are left out, because they are easily confused. */
const NUMBER_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Fifty bits, so that numbers cannot be guessed. */
const SUFFIX_LENGTH = 10;

/** `FAI-2026-7KQ2M9XW4T`. */
export const newNumber = (courseCode: string, issuedOn: string): string => {
  const character = () => NUMBER_ALPHABET.charAt(randomInt(NUMBER_ALPHABET.length));
  const suffix = Array.from({ length: SUFFIX_LENGTH }, character);
  return `${courseCode}-${issuedOn.slice(0, 4)}-${suffix.join('')}`;
};

/** The person as the certificate names them. */
export interface Holder {
  readonly accountId: number;
  readonly chineseName: string | null;
  readonly englishName: string | null;
  readonly identity: string;
  readonly birthDate: string | null;
  readonly photo: string | null;
}

/**
 * Locks the person, so that simultaneous calls do not issue the same certificate twice. If the account became part of
 * another one meanwhile, the transaction runs again.
 */
export const lockHolder = async (tx: Tx, accountId: number): Promise<Holder> => {
  const [found] = await tx
    .select({
      accountId: accounts.id,
      chineseName: accounts.chineseName,
      englishName: accounts.englishName,
      identity: accounts.account,
      birthDate: accounts.birthday,
      photo: accounts.photoKey,
      mergedIntoId: accounts.mergedIntoId,
    })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('no key update');
  if (!found) throw new Refusal('certificate_holder');
  const { mergedIntoId, ...holder } = found;
  if (mergedIntoId !== null) throw new MovedMeanwhile(`account ${accountId} is part of another one by now`);
  return holder;
};

/**
 * Throws `certificate_glyphs` if a paper could not print the name of the account, or the one that it prints instead. Call it
 * before `lockHolder`: it may have to wait for other papers.
 */
export const refuseUnprintableHolder = async (
  tx: Tx,
  accountId: number,
  printed: PrintedNames = {},
): Promise<void> => {
  const [named] = await tx
    .select({ chineseName: accounts.chineseName, englishName: accounts.englishName })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (named) await refuseUnprintable({ ...named, ...printed });
};

const findPlace = async (tx: Tx, organizationId: number, courseId: number) => {
  const [found] = await tx
    .select({
      organization: { id: organizations.id, name: organizations.name },
      course: { code: courses.code, name: courses.chineseName, hours: courses.hours },
      kind: {
        id: certificateKinds.id,
        name: certificateKinds.name,
        registerPattern: certificateKinds.registerPattern,
      },
    })
    .from(courses)
    .innerJoin(certificateKinds, eq(certificateKinds.id, courses.certificateKindId))
    .innerJoin(organizations, eq(organizations.id, organizationId))
    .where(eq(courses.id, courseId));
  if (!found) throw new Refusal('certificate_kind');
  return found;
};

interface Validity {
  readonly kindId: number;
  /** The last valid day of the new certificate. */
  readonly endTime: string;
}

/**
 * Makes room for the one valid certificate that a person may have of a kind: one that has expired lapses. Returns the state
 * of the new one.
 */
const lapseExpired = async (
  tx: Tx,
  { accountId }: Holder,
  { kindId, endTime }: Validity,
  now: Date,
): Promise<'valid' | 'lapsed'> => {
  const isValid = and(
    eq(certificates.accountId, accountId),
    eq(certificates.kindId, kindId),
    eq(certificates.state, 'valid'),
  );
  const [valid] = await tx.select({ endTime: certificates.endTime }).from(certificates).where(isValid);
  if (!valid) return 'valid';
  if (endTime < today(now)) return 'lapsed';
  if (valid.endTime >= today(now)) throw new Refusal('certificate_live');
  await tx.update(certificates).set({ state: 'lapsed', endedAt: now }).where(isValid);
  return 'valid';
};

const CANDIDATES_OF_SIZE = 8;
const SMALLEST_LIST_BITS = 17;
const LARGEST_LIST_BITS = 24;

/** Places in the status list to try: small ones first, which keep the list short. */
const placesToTry = (): number[] =>
  Array.from(
    { length: LARGEST_LIST_BITS - SMALLEST_LIST_BITS + 1 },
    (_, at) => 2 ** (SMALLEST_LIST_BITS + at),
  ).flatMap((size) => Array.from({ length: CANDIDATES_OF_SIZE }, () => randomInt(size)));

const insertContent = async (
  tx: Tx,
  row: Omit<typeof certificateContents.$inferInsert, 'statusIndex' | 'sha256'>,
): Promise<void> => {
  const sha256 = digestContent(row.content);
  for (const statusIndex of placesToTry()) {
    const { rowCount } = await tx
      .insert(certificateContents)
      .values({ ...row, statusIndex, sha256 })
      .onConflictDoNothing({ target: certificateContents.statusIndex });
    if (rowCount === 1) return;
  }
  throw new Error('the status list is full');
};

interface NewCertificate {
  readonly holder: Holder;
  readonly organizationId: number;
  readonly courseId: number;
  /** Null without a class. */
  readonly registrationId: number | null;
  /** Days in Taipei. */
  readonly issuedOn: string;
  readonly endTime: string;
  readonly years: number;
  readonly training: Pick<CertificateContent, 'classCode' | 'hours' | 'firstDay' | 'lastDay'>;
}

export interface Issued {
  readonly id: number;
  readonly number: string;
}

/** Takes the next register number and freezes the content. */
export const insertCertificate = async (
  tx: Tx,
  wanted: NewCertificate,
  { actor, now }: Context<Staff>,
): Promise<Issued> => {
  const { holder, organizationId, courseId, registrationId, issuedOn, endTime, years, training } = wanted;
  if (!areValidDates({ issuedOn, endTime }, today(now))) throw new Refusal('certificate_dates');
  if (!holder.chineseName && !holder.englishName) throw new Refusal('certificate_name');
  const { organization, course, kind } = await findPlace(tx, organizationId, courseId);
  const state = await lapseExpired(tx, holder, { kindId: kind.id, endTime }, now);
  const { id: layoutId, layout } = await findLayout(tx, kind.id);
  const signer = await findSigner(tx, layout, organizationId);
  const year = Number(issuedOn.slice(0, 4));
  const { serial, registerNumber } = await takeRegisterNumber(tx, { organization, kind, year });

  const values = {
    number: newNumber(course.code, issuedOn),
    accountId: holder.accountId,
    organizationId,
    courseId,
    registrationId,
    issuedOn,
    years,
    endTime,
  };
  const [issued] = await tx
    .insert(certificates)
    .values({ ...values, kindId: kind.id, state, endedAt: state === 'lapsed' ? now : null, createdAt: now })
    .returning({ id: certificates.id, number: certificates.number });
  if (!issued) throw new Error('the certificate was not inserted');
  const { accountId: _, ...person } = holder;
  await insertContent(tx, {
    certificateId: issued.id,
    organizationId,
    kindId: kind.id,
    year,
    serial,
    registerNumber,
    layoutId,
    content: {
      ...person,
      ...training,
      number: issued.number,
      registerNumber,
      kind: kind.name,
      course: course.name,
      issuedOn,
      validUntil: endTime,
      maskedIdentity: maskIdentity(holder.identity),
      organization: organization.name,
      signer: signer && { name: signer.name, title: signer.title, sealId: signer.sealId },
    },
  });
  const { number: certificateNumber, ...issuedValues } = values;
  const subject = { subject: 'certificate', subjectId: issued.id } as const;
  const after = { ...issuedValues, certificateNumber, registerNumber };
  await recordEvent(tx, { actor, action: 'certificate.issue', ...subject, after }, now);
  return issued;
};

type Ending = Pick<typeof certificates.$inferInsert, 'endReason' | 'endedBy'>;

/** Returns whether it was valid until now. Name its successor by `nameSuccessor` once that exists. */
export const endCertificate = async (
  tx: Tx,
  id: number,
  state: 'renewed' | 'corrected' | 'revoked',
  ending: Ending & { readonly endedAt: Date },
): Promise<boolean> => {
  const { rowCount } = await tx
    .update(certificates)
    .set({ ...ending, state })
    .where(and(eq(certificates.id, id), eq(certificates.state, 'valid')));
  return rowCount === 1;
};

export const nameSuccessor = async (tx: Tx, id: number, replacedById: number): Promise<void> => {
  await tx
    .update(certificates)
    .set({ replacedById })
    .where(and(eq(certificates.id, id), sql`${certificates.replacedById} is null`));
};
