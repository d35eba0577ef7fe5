import { asc, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildCourse, buildOrganization } from '../../../test/factories/catalogue.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { CertificateContent } from '../content.ts';
import { certificateContents } from '../tables.ts';
import { insertContents } from './insert-contents.ts';

const SMALLEST_LIST = 2 ** 17;

let portal: TestPortal;
let place: { organizationId: number; kindId: number };
beforeAll(async () => {
  portal = await openTestPortal();
  const { id: organizationId } = await buildOrganization(portal.db);
  place = { organizationId, kindId: (await buildCourse(portal.db)).certificateKindId };
  // Neither the certificates nor the other indexes are needed, which makes it quick to fill a list.
  await portal.db.execute(sql`
    create unlogged table few_indexes (like certificate_contents, unique (certificate_id), unique (status_index));
    alter table certificate_contents rename to former_contents;
    alter table few_indexes rename to certificate_contents`);
});
beforeEach(() => portal.db.execute(sql`truncate ${certificateContents}`));
afterAll(() => portal.close({ broken: true }));

const insert = (count: number) => {
  const rows = Array.from({ length: count }, (_, at) => {
    const [certificateId, content] = [at + 1, { number: `${at}` } as CertificateContent];
    return { ...place, certificateId, content, year: 2026, serial: at + 1, registerNumber: `${at + 1}` };
  });
  return inTransaction(portal.db, (tx) => insertContents(tx, rows));
};

const findPlaces = async () => {
  const rows = await portal.db
    .select({ place: certificateContents.statusIndex })
    .from(certificateContents)
    .where(sql`${certificateContents.certificateId} between 1 and 1000`)
    .orderBy(asc(certificateContents.certificateId));
  return rows.map((row) => row.place);
};

test('each of many contents gets a place of its own in the smallest list', async () => {
  await insert(40);
  const places = await findPlaces();
  expect(new Set(places).size).toBe(40);
  expect(Math.max(...places)).toBeLessThan(SMALLEST_LIST);
});

test('where the smallest list is full, the places are free ones of the next size', async () => {
  await portal.db.execute(sql`
    insert into ${certificateContents} (certificate_id, organization_id, kind_id, year, serial, register_number, status_index,
      content, sha256)
    select 1001 + n, ${place.organizationId}, ${place.kindId}, 2026, 1001 + n, n, n, '{}', repeat('0', 64)
    from generate_series(0, ${SMALLEST_LIST - 1}) n`);
  await insert(40);
  const places = await findPlaces();
  expect(places).toHaveLength(40);
  expect(Math.min(...places)).toBeGreaterThanOrEqual(SMALLEST_LIST);
  expect(Math.max(...places)).toBeLessThan(2 * SMALLEST_LIST);
});

/** Somebody else takes the next places of the first certificate just before it does. */
const takeFirst = async <T>(times: number, work: () => Promise<T>): Promise<T> => {
  await portal.db.execute(sql`
    create function take_place() returns trigger language plpgsql as $$
    declare
      other certificate_contents := new;
      taken int := (select count(*) from certificate_contents where certificate_id < 0);
    begin
      if new.certificate_id = 1 and taken < tg_argv[0]::int then
        other.certificate_id := -1 - taken;
        other.serial := 1000 + taken;
        insert into certificate_contents values (other.*);
      end if;
      return new;
    end $$;
    create trigger take_place before insert on certificate_contents
      for each row execute function take_place(${sql.raw(`${times}`)})`);
  try {
    return await work();
  } finally {
    await portal.db.execute(sql`drop function take_place cascade`);
  }
};

test('a certificate whose place is taken meanwhile gets another one', async () => {
  await takeFirst(1, () => insert(3));
  const places = await findPlaces();
  expect(new Set(places).size).toBe(3);
  const [taken] = await portal.db
    .select({ place: certificateContents.statusIndex })
    .from(certificateContents)
    .where(sql`${certificateContents.certificateId} = -1`);
  expect(places).not.toContain(taken?.place);
});

test('nothing is inserted if a certificate finds no place', async () => {
  await expect(takeFirst(100, () => insert(3))).rejects.toThrow('the status list is full');
  expect(await findPlaces()).toEqual([]);
});
