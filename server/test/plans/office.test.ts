import { reportOf, reportSubjects, reportTable } from '@portal/contract/office/report-tables';
import { charts, classTasks, search, upcomingClasses, waitingWork } from '@portal/contract/office/reports';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPortal } from '../app.ts';
import { buildOrganization } from '../factories/catalogue.ts';
import { buildStaff, buildTotp, enterOffice, grant } from '../factories/staff.ts';
import { FILLING, openFilledPortal } from './fill.ts';
import { plansWithoutValues, scansOf, tablesAbove } from './plans.ts';
import { type Recorded, record } from './recorder.ts';

/* Frequent queries of staff, among more than 10,000 rows of each table. */

const MANY_ROWS = 10_000;

let portal: TestPortal;
let statements: Recorded[] = [];
let planned = false;

/** Makes every call as an officer of one organisation and as one of the whole association. */
const callAll = async () => {
  const { id } = await buildOrganization(portal.db);
  for (const organizationId of [id, null]) {
    const grants = [grant('officer', organizationId), grant('cashier', organizationId)];
    const staff = await buildStaff(portal.db, { grants });
    await buildTotp(portal.db, staff);
    const headers = { cookie: await enterOffice(portal.db, staff), 'sec-fetch-site': 'same-origin' };
    for (const look of [waitingWork, upcomingClasses, classTasks, charts]) {
      const { status } = await portal.call(look, { headers });
      expect([look.path, status]).toEqual([look.path, 200]);
    }
    for (const subject of reportSubjects)
      for (const by of reportOf(subject).by) {
        const query = { subject, by, from: '2026-11', until: '2026-12' };
        expect([query, (await portal.call(reportTable, { query, headers })).status]).toEqual([query, 200]);
      }
    for (const q of ['學員', 'Trainee', 'A123456789', '0900-0000', 'bulk-1']) {
      const { status } = await portal.call(search, { body: { q }, headers });
      expect(status).toBe(200);
    }
  }
};

beforeAll(async () => {
  portal = await openFilledPortal();
  planned = await plansWithoutValues(portal.db);
  statements = await record(callAll);
}, FILLING);
afterAll(() => portal.close({ broken: true }));

const scansOfMany = async () => {
  const many = await tablesAbove(portal.db, MANY_ROWS);
  const scans = Object.entries(await scansOf(portal.db, statements));
  return scans.flatMap(([text, tables]) => {
    const read = tables.filter((table) => many.includes(table));
    return read.length > 0 ? [{ text, read }] : [];
  });
};

test('no query of the office scans a table of more than 10,000 rows', async ({ skip }) => {
  skip(!planned, 'PostgreSQL before version 16 plans no statement without its values');
  expect(await scansOfMany()).toEqual([]);
});

test('control: without an index a query scans one', async ({ skip }) => {
  skip(!planned, 'PostgreSQL before version 16 plans no statement without its values');
  await portal.db.execute(sql`drop index accounts_name_parts`);
  const scans = await scansOfMany();
  expect(new Set(scans.flatMap(({ read }) => read))).toEqual(new Set(['accounts']));
});
