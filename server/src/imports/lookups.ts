import { eq, sql } from 'drizzle-orm';
import { areas, cities } from '../accounts/tables.ts';
import {
  careers,
  certificateKinds,
  courses,
  educationStatuses,
  educations,
  organizations,
} from '../catalogue/tables.ts';
import type { Executor } from '../platform/database/database.ts';
import type { Named, PeopleLookups } from './reading/lookups.ts';
import type { CertificateLookups, CourseOfKind } from './reading/read-certificate.ts';

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

export const findImportLookups = async (db: Executor): Promise<PeopleLookups & CertificateLookups> => ({
  courses: await findCourses(db),
  organizations: await namesIn(db, organizations),
  cities: await namesIn(db, cities),
  careers: await namesIn(db, careers),
  educations: await namesIn(db, educations),
  educationStatuses: await namesIn(db, educationStatuses),
  areas: await db
    .select({
      id: areas.id,
      name: areas.name,
      cityId: areas.cityId,
      codes: sql<string[]>`array_remove(array[${areas.code}, ${areas.secondCode}], null)`,
    })
    .from(areas)
    .innerJoin(cities, eq(cities.id, areas.cityId)),
});
