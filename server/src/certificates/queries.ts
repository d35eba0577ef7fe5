import { asc, eq, sql } from 'drizzle-orm';
import { certificateKinds, courses, organizations } from '../catalogue/tables.ts';
import type { Executor, Tx } from '../platform/database/database.ts';
import { preparedSelect } from '../platform/database/statement.ts';
import type { Request } from './rules.ts';
import type { RenewalState } from './states.ts';
import { certificates, renewalRequests } from './tables.ts';

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
  'id' | 'number' | 'organization' | 'name' | 'renewable' | 'years' | 'endTime' | 'replacedById'
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
  readonly certificateId: number;
  readonly number: string;
  readonly name: string;
  readonly accountId: number;
  readonly organizationId: number;
  readonly courseId: number;
  readonly courseCode: string;
  readonly years: number;
  readonly endTime: string;
  readonly replacedById: number | null;
}

export const findRequest = async (db: Executor, requestId: number): Promise<ReviewedRequest | null> => {
  const [found] = await db
    .select({
      id: renewalRequests.id,
      state: renewalRequests.state,
      certificateId: certificates.id,
      number: certificates.number,
      name: certificateKinds.name,
      accountId: certificates.accountId,
      organizationId: certificates.organizationId,
      courseId: certificates.courseId,
      courseCode: courses.code,
      years: certificates.years,
      endTime: certificates.endTime,
      replacedById: certificates.replacedById,
    })
    .from(renewalRequests)
    .innerJoin(certificates, eq(certificates.id, renewalRequests.certificateId))
    .innerJoin(courses, eq(courses.id, certificates.courseId))
    .innerJoin(certificateKinds, eq(certificateKinds.id, courses.certificateKindId))
    .where(eq(renewalRequests.id, requestId));
  return found ?? null;
};

export const findKind = async (db: Executor, courseId: number) => {
  const [found] = await db
    .select({ years: certificateKinds.years, courseCode: courses.code })
    .from(courses)
    .innerJoin(certificateKinds, eq(certificateKinds.id, courses.certificateKindId))
    .where(eq(courses.id, courseId));
  return found ?? null;
};
