import type { Lack } from '@portal/contract/office/certificate-issuing';
import type { Right } from '@portal/contract/rights';
import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm';
import { accounts } from '../../accounts/tables.ts';
import { certificateKinds, courses } from '../../catalogue/tables.ts';
import { findSessions } from '../../classes/queries.ts';
import { classes, classSessions } from '../../classes/tables.ts';
import { registrations } from '../../enrolment/tables.ts';
import { groups } from '../../groups/tables.ts';
import { findBalances } from '../../money/balance.ts';
import { balanceOf } from '../../money/rules.ts';
import type { Executor } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { withinClasses } from '../../staff/scope.ts';
import { addUp } from '../../training/rules.ts';
import { attendance, results } from '../../training/tables.ts';
import { certificateContents, certificates } from '../tables.ts';
import { lacksOf } from './rules.ts';

/** The last day of training, in Taipei. */
export const lastDay = sql<string>`coalesce(
  (select max(s.date) from ${classSessions} s where s.class_id = ${classes.id}),
  (coalesce(${classes.endTime}, ${classes.startTime}) at time zone 'Asia/Taipei')::date)::text`;

const issuingClass = {
  id: classes.id,
  code: classes.code,
  organizationId: classes.organizationId,
  lastDay,
  minimum: courses.attendanceMinimum,
  kindId: certificateKinds.id,
  kind: certificateKinds.name,
  years: certificateKinds.years,
};

const selectClass = (db: Executor) =>
  db
    .select(issuingClass)
    .from(classes)
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .innerJoin(certificateKinds, eq(certificateKinds.id, courses.certificateKindId))
    .$dynamic();

export type IssuingClass = Awaited<ReturnType<typeof selectClass>>[number];

/** Throws `not_found` if the class is unknown or the right does not reach it. */
export const requireIssuingClass = async (
  db: Executor,
  classId: number,
  actor: Staff,
  right: Right,
): Promise<IssuingClass> => {
  const [found] = await selectClass(db).where(
    and(eq(classes.id, sql`${classId}`), withinClasses(actor, right)),
  );
  if (!found) throw new Refusal('not_found');
  return found;
};

const hasPassed = sql<boolean>`(${registrations.state} = 'confirmed' and coalesce(${registrations.result}, 0) = 1)`;

/** Finds people who have passed, and those whose result was changed after they got a certificate of the class. */
const findPeople = (db: Executor, classId: number, ids: readonly number[] | undefined) =>
  db
    .select({
      registrationId: registrations.id,
      accountId: accounts.id,
      chineseName: accounts.chineseName,
      englishName: accounts.englishName,
      country: accounts.country,
      identity: accounts.account,
      birthday: accounts.birthday,
      hasPhoto: sql<boolean>`${accounts.photoKey} is not null`,
      group: groups.name,
      hasPassed,
      isDecided: sql<boolean>`coalesce(${results.decided} = 1, false)`,
    })
    .from(registrations)
    .innerJoin(accounts, eq(accounts.id, registrations.accountId))
    .leftJoin(groups, eq(groups.id, registrations.groupId))
    .leftJoin(results, eq(results.registrationId, registrations.id))
    .where(
      and(
        eq(registrations.classId, sql`${classId}`),
        sql`(${hasPassed} or exists (
          select from ${certificates} c where c.registration_id = ${registrations.id} and c.state = 'valid'))`,
        ids && inArray(registrations.id, [...ids]),
      ),
    )
    .orderBy(sql`${groups.name} nulls first`, asc(accounts.chineseName), asc(registrations.id));
type Person = Awaited<ReturnType<typeof findPeople>>[number];

/** Finds the certificates of the registrations, and the people's valid ones of the kind; the newest first. */
const findTheirCertificates = (db: Executor, people: readonly Person[], kindId: number) =>
  db
    .select({
      id: certificates.id,
      number: certificates.number,
      registerNumber: certificateContents.registerNumber,
      accountId: certificates.accountId,
      registrationId: certificates.registrationId,
      issuedOn: certificates.issuedOn,
      endTime: certificates.endTime,
      state: certificates.state,
    })
    .from(certificates)
    .leftJoin(certificateContents, eq(certificateContents.certificateId, certificates.id))
    .where(
      or(
        inArray(
          certificates.registrationId,
          people.map(({ registrationId }) => registrationId),
        ),
        and(
          inArray(
            certificates.accountId,
            people.map(({ accountId }) => accountId),
          ),
          eq(certificates.kindId, kindId),
          sql`${certificates.state} = 'valid'`,
        ),
      ),
    )
    .orderBy(desc(certificates.id));
export type CertificateRow = Awaited<ReturnType<typeof findTheirCertificates>>[number];

const findMarks = (db: Executor, registrationIds: readonly number[]) =>
  db
    .select()
    .from(attendance)
    .where(inArray(attendance.registrationId, [...registrationIds]));

export interface Candidate extends Person {
  readonly lacks: readonly Lack[];
  /** The latest one of this registration. */
  readonly certificate: CertificateRow | null;
  /** Another valid one of the kind. */
  readonly live: CertificateRow | null;
  /** That certificate is valid, but the result was corrected or the registration cancelled. */
  readonly isContradicted: boolean;
  /** That certificate if it is valid, has a content to print and is not contradicted. */
  readonly printableId: number | null;
  readonly isReady: boolean;
}

/** Everybody who has passed or holds a certificate, by a number of statements that does not grow with the people. */
export const findCandidates = async (
  db: Executor,
  { id: classId, kindId, minimum }: IssuingClass,
  { day, ids }: { readonly day: string; readonly ids?: readonly number[] | undefined },
): Promise<Candidate[]> => {
  const people = await findPeople(db, classId, ids);
  const registrationIds = people.map(({ registrationId }) => registrationId);
  const sessions = await findSessions(db, classId);
  const marks = Map.groupBy(await findMarks(db, registrationIds), ({ registrationId }) => registrationId);
  const balances = new Map(
    (await findBalances(db, registrationIds)).map((each) => [each.registrationId, balanceOf(each)]),
  );
  const issued = await findTheirCertificates(db, people, kindId);
  const byRegistration = Map.groupBy(issued, ({ registrationId }) => registrationId);
  const byPerson = Map.groupBy(issued, ({ accountId }) => accountId);

  return people.map((person) => {
    const { registrationId, accountId } = person;
    const own = new Map(marks.get(registrationId)?.map((mark) => [mark.sessionId, mark]));
    const [certificate = null] = byRegistration.get(registrationId) ?? [];
    const isLive = ({ state, endTime, ...each }: CertificateRow) =>
      state === 'valid' && endTime >= day && each.registrationId !== registrationId;
    const live = byPerson.get(accountId)?.find(isLive) ?? null;
    const isIssued = certificate !== null && certificate.state !== 'revoked';
    const facts = {
      ...person,
      owed: balances.get(registrationId) ?? 0,
      attended: addUp(sessions.map((session) => ({ ...session, mark: own.get(session.id) }))),
      minimum,
      holdsLive: live !== null,
    };
    const lacks = isIssued ? [] : lacksOf(facts);
    const isValid = certificate?.state === 'valid';
    const isContradicted = isValid && !person.hasPassed;
    const isPrintable = isValid && !isContradicted && certificate.registerNumber !== null;
    const printableId = isPrintable ? certificate.id : null;
    const isReady = !isIssued && lacks.length === 0;
    return { ...person, lacks, certificate, live, isContradicted, printableId, isReady };
  });
};
