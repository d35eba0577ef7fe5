import type { ImportKind } from '@portal/contract/office/imports';
import { eq, sql } from 'drizzle-orm';
import { areas, cities } from '../accounts/tables.ts';
import {
  careers,
  certificateKinds,
  courses,
  educationStatuses,
  educations,
  organizations,
  subjects,
} from '../catalogue/tables.ts';
import { groups } from '../groups/tables.ts';
import type { Executor } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { ImportLookups } from './reading/kind-readers.ts';
import type { Named } from './reading/lookups.ts';
import type { CourseOfKind } from './reading/read-certificate.ts';
import type { KnownGroup } from './reading/read-member.ts';

type Lookup =
  | typeof organizations
  | typeof cities
  | typeof careers
  | typeof educations
  | typeof educationStatuses;

const namesIn = (db: Executor, table: Lookup): Promise<Named[]> =>
  db.select({ id: table.id, name: table.name }).from(table);

const findCourses = (db: Executor): Promise<CourseOfKind[]> =>
  db
    .select({
      ...{ id: courses.id, code: courses.code, name: courses.chineseName },
      ...{ kindId: certificateKinds.id, kind: certificateKinds.name, years: certificateKinds.years },
    })
    .from(courses)
    .innerJoin(certificateKinds, eq(certificateKinds.id, courses.certificateKindId))
    .orderBy(courses.id);

const findAreas = (db: Executor) =>
  db
    .select({
      id: areas.id,
      name: areas.name,
      cityId: areas.cityId,
      codes: sql<string[]>`array_remove(array[${areas.code}, ${areas.secondCode}], null)`,
    })
    .from(areas)
    .innerJoin(cities, eq(cities.id, areas.cityId));

const findSubjects = (db: Executor) =>
  db
    .select({
      ...{ id: subjects.id, courseId: subjects.courseId, kind: subjects.kind },
      ...{ fullScore: subjects.fullScore, passScore: subjects.passScore },
    })
    .from(subjects)
    .orderBy(subjects.id);

const none = {
  ...{ courses: [], organizations: [], cities: [], careers: [], educations: [], educationStatuses: [] },
  ...{ areas: [], groups: [], ofGroup: null, subjects: [] },
} satisfies ImportLookups;

const knownGroups = (db: Executor) =>
  db
    .select({
      ...{ id: groups.id, code: groups.code, name: groups.name },
      organizationId: groups.organizationId,
    })
    .from(groups)
    .$dynamic();

/** Throws `not_found`. */
export const findOfGroup = async (db: Executor, groupId: number | null): Promise<KnownGroup> => {
  const [group] = groupId === null ? [] : await knownGroups(db).where(eq(groups.id, groupId));
  if (!group) throw new Refusal('not_found');
  return group;
};

type Finder = (db: Executor) => Promise<Partial<ImportLookups>>;

const finders: Readonly<Record<ImportKind, Finder>> = {
  people: async (db) => ({
    organizations: await namesIn(db, organizations),
    cities: await namesIn(db, cities),
    careers: await namesIn(db, careers),
    educations: await namesIn(db, educations),
    educationStatuses: await namesIn(db, educationStatuses),
    areas: await findAreas(db),
  }),
  certificates: async (db) => ({
    courses: await findCourses(db),
    organizations: await namesIn(db, organizations),
  }),
  groups: async (db) => ({
    groups: await knownGroups(db),
    organizations: await namesIn(db, organizations),
  }),
  classes: async (db) => ({
    courses: await findCourses(db),
    subjects: await findSubjects(db),
    organizations: await namesIn(db, organizations),
  }),
  members: async () => ({}),
};

/** Finds the data that the reader of the kind needs, but not the group of a file that belongs to one. */
export const findImportLookups = async (db: Executor, kind: ImportKind): Promise<ImportLookups> => ({
  ...none,
  ...(await finders[kind](db)),
});
