import type { BodyOf } from '@portal/contract/endpoint';
import { MAX_HITS, type search } from '@portal/contract/office/reports';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { accounts } from '../accounts/tables.ts';
import { courses } from '../catalogue/tables.ts';
import { certificates, searchedNumber } from '../certificates/tables.ts';
import { findClassReach } from '../classes/list/class-reach.ts';
import { classesList } from '../classes/list/classes-list.ts';
import { classes } from '../classes/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import { isReadableBy } from '../groups/group-reach.ts';
import { groupSearchText, groups } from '../groups/tables.ts';
import { selectFound } from '../people/list/find-people.ts';
import { beginsWith, hasWords } from '../people/search-terms.ts';
import type { Executor } from '../platform/database/database.ts';
import type { Staff } from '../staff/actors.ts';
import { withinClassScope, withinScope } from '../staff/scope.ts';
import { type Found, mayFind } from './policy.ts';
import { certificatePrefix } from './rules.ts';

type Search = BodyOf<typeof search>;

/** One more than the page shows, to know whether there are more. */
const MAX_READ = MAX_HITS + 1;

const findPeople = (db: Executor, staff: Staff, search: Search) =>
  selectFound(db, staff, search).limit(MAX_READ);
export type PersonRow = Awaited<ReturnType<typeof findPeople>>[number];

const findRegistrations = (
  db: Executor,
  staff: Staff,
  { organization }: Search,
  people: readonly PersonRow[],
) =>
  db
    .select({
      id: registrations.id,
      chineseName: accounts.chineseName,
      englishName: accounts.englishName,
      account: accounts.account,
      code: classes.code,
      course: courses.chineseName,
      state: registrations.state,
      startTime: classes.startTime,
    })
    .from(registrations)
    .innerJoin(accounts, eq(accounts.id, registrations.accountId))
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .where(
      and(
        inArray(registrations.accountId, [...people.slice(0, MAX_HITS).map(({ id }) => id), 0]),
        withinClassScope(staff, 'registration.read', classes.organizationId, organization),
      ),
    )
    .orderBy(desc(registrations.createdAt), desc(registrations.id))
    .limit(MAX_READ);
export type RegistrationRow = Awaited<ReturnType<typeof findRegistrations>>[number];

const findClasses = async (db: Executor, staff: Staff, { q, organization }: Search) => {
  const { organizations: within, reach } = await findClassReach(db, staff, organization);
  const query = { word: q, published: 'true', reach, sort: '-startTime' } as const;
  return classesList.read(db, query, within, MAX_READ);
};
export type ClassRow = Awaited<ReturnType<typeof findClasses>>[number];

const findGroups = (db: Executor, staff: Staff, { q, organization }: Search) =>
  db
    .select({ id: groups.id, code: groups.code, name: groups.name })
    .from(groups)
    .where(and(hasWords(groupSearchText(groups), q), isReadableBy(staff, organization)))
    .orderBy(desc(groups.id))
    .limit(MAX_READ);

const findCertificates = (db: Executor, staff: Staff, { q, organization }: Search) =>
  db
    .select({
      id: certificates.id,
      number: certificates.number,
      personId: accounts.id,
      chineseName: accounts.chineseName,
      englishName: accounts.englishName,
      account: accounts.account,
      course: courses.chineseName,
      endTime: certificates.endTime,
    })
    .from(certificates)
    .innerJoin(accounts, eq(accounts.id, certificates.accountId))
    .innerJoin(courses, eq(courses.id, certificates.courseId))
    .where(
      and(
        beginsWith(searchedNumber(certificates.number), certificatePrefix(q)) ?? sql`false`,
        withinScope(staff, 'certificate.read', certificates.organizationId, organization),
      ),
    )
    .orderBy(searchedNumber(certificates.number))
    .limit(MAX_READ);
export type CertificateRow = Awaited<ReturnType<typeof findCertificates>>[number];

/** Returns null for kinds that the reader may not see. */
export const findHits = async (db: Executor, staff: Staff, wanted: Search) => {
  const ifMay = <T>(kind: Found, work: () => Promise<T>): Promise<T | null> =>
    mayFind(staff, kind) ? work() : Promise.resolve(null);
  const [people, trainingClasses, teams, held] = await Promise.all([
    ifMay('people', () => findPeople(db, staff, wanted)),
    ifMay('classes', () => findClasses(db, staff, wanted)),
    ifMay('groups', () => findGroups(db, staff, wanted)),
    ifMay('certificates', () => findCertificates(db, staff, wanted)),
  ]);
  const enrolled =
    people && (await ifMay('registrations', () => findRegistrations(db, staff, wanted, people)));
  return { people, registrations: enrolled, classes: trainingClasses, groups: teams, certificates: held };
};

export type Hits = Awaited<ReturnType<typeof findHits>>;
