import * as contract from '@portal/contract/office/reviews';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database } from '../../src/platform/database.ts';
import { NOW, openTestPortal, type TestPortal } from '../app.ts';
import { buildOrganization } from '../factories/catalogue.ts';
import { buildStaff, enterOffice, grant } from '../factories/staff.ts';
import { fill } from './fill.ts';
import { plansWithoutValues, scansOf, tablesAbove } from './plans.ts';
import { type Recorded, record } from './recorder.ts';

/* The review among 200,000 registrations, of which some thousands wait. */

const MANY = 10_000;

let portal: TestPortal;
let statements: Recorded[] = [];
let planned = false;

/** Sixteen more registrations in each class, one in a hundred of them pending. */
const addRegistrations = async (db: Database) => {
  for (let k = 2; k < 18; k++) {
    await db.execute(sql`
      insert into registrations (class_id, account_id, state, created_at, updated_at)
      select c.id, 1 + (c.id + ${k}) % 12000, case when (c.id + ${k}) % 100 = 0 then 'pending' else 'cancelled' end,
        c.created_at - c.id * interval '1 minute', c.created_at
      from classes c`);
  }
};

/** On a connection of its own, whose statements may take as long as they take. */
const fillAll = async () => {
  const db = connect(portal.db.$client.options.connectionString ?? '', { max: 1, patience: 300_000 });
  try {
    await db.execute(sql`set statement_timeout = 0`);
    await fill(db, NOW);
    await addRegistrations(db);
    await db.execute(sql`vacuum analyze`);
  } finally {
    await db.$client.end();
  }
};

const callAll = async () => {
  const branch = await buildOrganization(portal.db);
  const staff = await buildStaff(portal.db, { grants: [grant('officer', branch.id)] });
  const headers = { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(portal.db, staff) };
  const queries = [{}, { course: 'CPR' }, { class: 'BULK-7' }, { group: 'BULK-9' }, { days: '3' }];
  let last: number | undefined;
  for (const query of queries) {
    const { status, answer } = await portal.call(contract.reviewQueue, { query, headers });
    expect(status).toBe(200);
    last ??= answer.rows.at(-1)?.id;
  }
  const after = { after: String(last) };
  expect((await portal.call(contract.reviewQueue, { query: after, headers })).answer.rows).toHaveLength(30);
  expect((await portal.call(contract.reviewFilters, { headers })).status).toBe(200);
  const params = { id: String(last) };
  expect((await portal.call(contract.registrationDetail, { params, headers })).status).toBe(200);
  expect((await portal.call(contract.approveRegistration, { params, headers })).status).toBe(200);
};

beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  planned = await plansWithoutValues(portal.db);
  await fillAll();
  statements = await record(callAll);
}, 600_000);
afterAll(() => portal.close({ broken: true }));

const scansOfMany = async () => {
  const many = await tablesAbove(portal.db, MANY);
  const scans = Object.entries(await scansOf(portal.db, statements));
  return scans.flatMap(([text, tables]) => {
    const read = tables.filter((table) => many.includes(table));
    return read.length > 0 ? [{ text, read }] : [];
  });
};

test('there are 200,000 registrations', async () => {
  expect(await portal.db.$count(sql`registrations`)).toBeGreaterThan(200_000);
});

test('neither queue nor detail nor decision scans a table of more than 10,000 rows', async ({ skip }) => {
  skip(!planned, 'PostgreSQL before version 16 plans no statement without its values');
  expect(await scansOfMany()).toEqual([]);
});

/** How PostgreSQL reads a page of the queue, whatever the values. */
const planOfQueue = async () => {
  const queue = statements.find(({ text }) => text.includes('with page as'));
  const { rows } = await portal.db.execute<Record<string, string>>(
    sql.raw(`explain (generic_plan) ${queue?.text ?? ''}`),
  );
  return rows.flatMap(Object.values).join('\n');
};

test('a page of the queue walks its index, and without it sorts', async ({ skip }) => {
  skip(!planned, 'PostgreSQL before version 16 plans no statement without its values');
  expect(await planOfQueue()).toContain('registrations_pending');
  expect(await planOfQueue()).not.toMatch(/Sort Key: r\w*\.created_at/);
  await portal.db.execute(sql`drop index registrations_pending`);
  expect(await planOfQueue()).toMatch(/Sort Key: r\w*\.created_at/);
});
