import { asc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { certificateKinds, courses, organizations } from '../catalogue/tables.ts';
import type { Executor, Tx } from '../platform/database/database.ts';
import { preparedSelect } from '../platform/database/statement.ts';
import type { CertificateContent } from './content.ts';
import type { Request } from './rules.ts';
import type { CertificateState, RenewalState } from './states.ts';
import { certificateContents, certificates, renewalRequests } from './tables.ts';

const isRenewable = sql`${certificateKinds.type} = 'coach'`.mapWith(Boolean);

/** One row per request; a certificate without requests has one row with nulls. */
const held = preparedSelect('find_certificates', (query) =>
  query
    .select({
      id: certificates.id,
      number: certificates.number,
      organization: organizations.name,
      name: certificateKinds.name,
      renewable: isRenewable,
      years: certificates.years,
      endTime: certificates.endTime,
      certificateState: certificates.state,
      replacedById: certificates.replacedById,
      requestId: renewalRequests.id,
      state: renewalRequests.state,
      decidedAt: renewalRequests.decidedAt,
      frontNote: renewalRequests.frontNote,
      backendNote: renewalRequests.backendNote,
    })
    .from(certificates)
    .innerJoin(organizations, eq(organizations.id, certificates.organizationId))
    .innerJoin(courses, eq(courses.id, certificates.courseId))
    .innerJoin(certificateKinds, eq(certificateKinds.id, courses.certificateKindId))
    .leftJoin(renewalRequests, eq(renewalRequests.certificateId, certificates.id))
    .where(eq(certificates.accountId, sql.placeholder('accountId')))
    .orderBy(asc(certificates.endTime), asc(certificates.id), asc(renewalRequests.id)),
);

type HeldRow = Awaited<ReturnType<typeof held>>[number];

export type HeldCertificate = Pick<
  HeldRow,
  | 'id'
  | 'number'
  | 'organization'
  | 'name'
  | 'renewable'
  | 'years'
  | 'endTime'
  | 'certificateState'
  | 'replacedById'
> & { readonly requests: readonly Request[] };

const requestOf = ({ requestId, state, decidedAt, frontNote, backendNote }: HeldRow): Request[] =>
  requestId === null || state === null ? [] : [{ id: requestId, state, decidedAt, frontNote, backendNote }];

/** Returns the certificates of the person, those that end first at the top. */
export const findCertificates = async (db: Executor, accountId: number): Promise<HeldCertificate[]> => {
  const rows = await held(db, { accountId });
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((together) => {
    const [first] = together;
    return first ? [{ ...first, requests: together.flatMap(requestOf) }] : [];
  });
};

/** Read the certificate after this: before the lock, it may still change. */
export const lockCertificate = async (tx: Tx, id: number): Promise<void> => {
  await tx
    .select({ id: certificates.id })
    .from(certificates)
    .where(eq(certificates.id, id))
    .for('no key update');
};

export interface ReviewedRequest {
  readonly id: number;
  readonly state: RenewalState;
  readonly askedAt: Date;
  readonly certificateId: number;
  readonly number: string;
  readonly name: string;
  readonly accountId: number;
  readonly organizationId: number;
  readonly courseId: number;
  readonly years: number;
  readonly endTime: string;
  readonly replacedById: number | null;
  /** The frozen content; null for a certificate of another system. */
  readonly content: CertificateContent | null;
}

export const findRequest = async (db: Executor, requestId: number): Promise<ReviewedRequest | null> => {
  const [found] = await db
    .select({
      id: renewalRequests.id,
      state: renewalRequests.state,
      askedAt: renewalRequests.askedAt,
      certificateId: certificates.id,
      number: certificates.number,
      name: certificateKinds.name,
      accountId: certificates.accountId,
      organizationId: certificates.organizationId,
      courseId: certificates.courseId,
      years: certificates.years,
      endTime: certificates.endTime,
      replacedById: certificates.replacedById,
      content: certificateContents.content,
    })
    .from(renewalRequests)
    .innerJoin(certificates, eq(certificates.id, renewalRequests.certificateId))
    .innerJoin(courses, eq(courses.id, certificates.courseId))
    .innerJoin(certificateKinds, eq(certificateKinds.id, courses.certificateKindId))
    .leftJoin(certificateContents, eq(certificateContents.certificateId, certificates.id))
    .where(eq(renewalRequests.id, requestId));
  return found ?? null;
};

export const findKind = async (db: Executor, courseId: number) => {
  const [found] = await db
    .select({ name: certificateKinds.name, years: certificateKinds.years, hours: courses.hours })
    .from(courses)
    .innerJoin(certificateKinds, eq(certificateKinds.id, courses.certificateKindId))
    .where(eq(courses.id, courseId));
  return found ?? null;
};

export interface RegisteredCertificate {
  readonly id: number;
  readonly number: string;
  /** The name of its kind. */
  readonly name: string;
  readonly accountId: number;
  readonly organizationId: number;
  readonly courseId: number;
  readonly registrationId: number | null;
  readonly issuedOn: string;
  readonly years: number;
  readonly endTime: string;
  readonly state: CertificateState;
  readonly successor: { readonly id: number; readonly number: string } | null;
  readonly content: CertificateContent | null;
}

const successors = alias(certificates, 'successor');

export const findCertificate = async (db: Executor, id: number): Promise<RegisteredCertificate | null> => {
  const [found] = await db
    .select({
      id: certificates.id,
      number: certificates.number,
      name: certificateKinds.name,
      accountId: certificates.accountId,
      organizationId: certificates.organizationId,
      courseId: certificates.courseId,
      registrationId: certificates.registrationId,
      issuedOn: certificates.issuedOn,
      years: certificates.years,
      endTime: certificates.endTime,
      state: certificates.state,
      successor: { id: successors.id, number: successors.number },
      content: certificateContents.content,
    })
    .from(certificates)
    .innerJoin(certificateKinds, eq(certificateKinds.id, certificates.kindId))
    .leftJoin(successors, eq(successors.id, certificates.replacedById))
    .leftJoin(certificateContents, eq(certificateContents.certificateId, certificates.id))
    .where(eq(certificates.id, id));
  return found ?? null;
};
