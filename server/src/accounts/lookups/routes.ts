import * as lookups from '@portal/contract/lookups';
import { asc, eq, or, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { cacheFor, type PreparedAnswer, prepareJson } from '../../platform/http/prepared.ts';
import type { TraineeRoutes } from '../gate.ts';
import { areas, careers, cities, educationStatuses, educations } from '../tables.ts';

/** In seconds. This reference data changes only with a release. */
const REFERENCE_SECONDS = 300;

const namesOf = (
  db: Database,
  table: typeof cities | typeof careers | typeof educations | typeof educationStatuses,
) => db.select({ id: table.id, name: table.name }).from(table).orderBy(asc(table.position));

const areasOf = (db: Database, city: string) =>
  db
    .select({ id: areas.id, name: areas.name, code: areas.code })
    .from(areas)
    .innerJoin(cities, eq(cities.id, areas.cityId))
    .where(or(sql`${cities.id}::text = ${city}`, eq(cities.name, city)))
    .orderBy(asc(areas.position));

export const lookupRoutes: TraineeRoutes = (serve, { db }) => {
  const kept = cacheFor<PreparedAnswer>(REFERENCE_SECONDS);
  const prepared = (key: string, now: Date, read: () => Promise<unknown>) =>
    kept(key, now, async () => prepareJson(await read(), REFERENCE_SECONDS, now));

  serve(lookups.cities, ({ now }) => prepared('cities', now, () => namesOf(db, cities)));
  serve(lookups.careers, ({ now }) => prepared('careers', now, () => namesOf(db, careers)));
  serve(lookups.educations, ({ now }) => prepared('educations', now, () => namesOf(db, educations)));
  serve(lookups.educationstatuses, ({ now }) =>
    prepared('educationstatuses', now, () => namesOf(db, educationStatuses)),
  );
  serve(lookups.areas, ({ query: { city }, now }) =>
    prepared(`areas of ${city}`, now, () => areasOf(db, city)),
  );
};
