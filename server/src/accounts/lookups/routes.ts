import * as lookups from '@portal/contract/lookups';
import { asc, eq, isNull, or, sql } from 'drizzle-orm';
import { careers, educationStatuses, educations } from '../../catalogue/tables.ts';
import type { Database } from '../../platform/database/database.ts';
import { cacheFor, type PreparedAnswer, prepareJson } from '../../platform/http/prepared.ts';
import type { TraineeRoutes } from '../gate.ts';
import { areas, cities } from '../tables.ts';

/** In seconds. Cities and areas change only with a release. */
const REFERENCE_SECONDS = 300;
/** In seconds. Administrators change the other lists; all servers follow within two. */
const CHOICES_SECONDS = 1;

const citiesOf = (db: Database) =>
  db.select({ id: cities.id, name: cities.name }).from(cities).orderBy(asc(cities.position));

const openChoices = (db: Database, table: typeof careers | typeof educations | typeof educationStatuses) =>
  db
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(isNull(table.retiredAt))
    .orderBy(asc(table.position), asc(table.id));

const areasOf = (db: Database, city: string) =>
  db
    .select({ id: areas.id, name: areas.name, code: areas.code })
    .from(areas)
    .innerJoin(cities, eq(cities.id, areas.cityId))
    .where(or(sql`${cities.id}::text = ${city}`, eq(cities.name, city)))
    .orderBy(asc(areas.position));

export const lookupRoutes: TraineeRoutes = (serve, { db }) => {
  const preparedFor = (seconds: number) => {
    const cached = cacheFor<PreparedAnswer>(seconds);
    return (key: string, now: Date, read: () => Promise<unknown>) =>
      cached(key, now, async () => prepareJson(await read(), seconds, now));
  };
  const prepared = preparedFor(REFERENCE_SECONDS);
  const choices = preparedFor(CHOICES_SECONDS);

  serve(lookups.cities, ({ now }) => prepared('cities', now, () => citiesOf(db)));
  serve(lookups.careers, ({ now }) => choices('careers', now, () => openChoices(db, careers)));
  serve(lookups.educations, ({ now }) => choices('educations', now, () => openChoices(db, educations)));
  serve(lookups.educationstatuses, ({ now }) =>
    choices('educationstatuses', now, () => openChoices(db, educationStatuses)),
  );
  serve(lookups.areas, ({ query: { city }, now }) =>
    prepared(`areas of ${city}`, now, () => areasOf(db, city)),
  );
};
