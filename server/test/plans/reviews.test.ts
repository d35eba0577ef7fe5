import * as contract from '@portal/contract/office/enrolment';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import type { TestPortal } from '../app.ts';
import { buildCourse, buildOrganization } from '../factories/catalogue.ts';
import { buildStaff, enterOffice, grant } from '../factories/staff.ts';
import { onUnlimitedConnection, openFilledPortal } from './fill.ts';
import { blocksTouched, plansWithoutValues, scansOf, tablesAbove } from './plans.ts';
import { type Recorded, record } from './recorder.ts';

/* The review among 100,000 registrations, of which some thousands wait, and among 36,000. */

const MANY_ROWS = 10_000;

let portal: TestPortal;
let statements: Recorded[] = [];
let planned = false;

/**
 * More registrations in each class, every tenth of them pending: once by many people, later and often by a thousand
 * others, so that those who wait longest have as many registrations as before.
 */
const addRegistrations = async (db: Database, rounds: readonly number[]) => {
  for (const k of rounds) {
    const account = k === 0 ? sql`1 + (c.id + 2) % 11000` : sql`11001 + (c.id + ${k}) % 1000`;
    await db.execute(sql`
      insert into registrations (class_id, account_id, state, created_at, updated_at)
      select c.id, ${account}, case when (c.id + ${k}) % 10 = 0 then 'pending' else 'cancelled' end,
        c.created_at - c.id * interval '1 minute' + ${k} * interval '10 days', c.created_at
      from classes c
      on conflict do nothing`);
  }
  await db.execute(sql`vacuum analyze`);
};

/** Spreads the classes over thirteen courses. */
const spreadClasses = async (db: Database) => {
  for (let n = 0; n < 12; n++) await buildCourse(db, { code: `BULK-${n}`, chineseName: `訓練項目${n}` });
  await db.execute(sql`update classes set course_id = (
    select q.id from courses q order by q.id offset classes.id % 13 limit 1)`);
};

/** Adds a session to each class. */
const addSessions = (db: Database) =>
  db.execute(sql`
    insert into class_sessions (class_id, date, from_time, to_time)
    select id, (start_time at time zone 'Asia/Taipei')::date, '09:00', '17:00' from classes`);

/** The blocks that PostgreSQL touches for the queue of a branch: for its page and its count, or for its count alone. */
const blocksOfQueue = async (query: Record<string, string> = {}, statement = ''): Promise<number> => {
  const { headers } = officer;
  const called = await record(() => portal.call(contract.reviewQueue, { query, headers }));
  const ofQueue = called.filter(({ text }) => text.includes("= 'pending'"));
  expect(ofQueue).toHaveLength(2);
  const measured = ofQueue.filter(({ text }) => text.includes(statement));
  const touched = await Promise.all(measured.map((each) => blocksTouched(portal.db, each)));
  return touched.reduce((sum, each) => sum + each, 0);
};

const callAll = async () => {
  const { headers } = officer;
  const queries = [{}, { course: 'BULK-5' }, { class: 'BULK-7' }, { group: 'BULK-9' }, { days: '3' }];
  for (const query of queries) {
    expect((await portal.call(contract.reviewQueue, { query, headers })).status).toBe(200);
  }
  const { answer } = await portal.call(contract.reviewQueue, { headers });
  const after = { after: answer.next ?? '' };
  expect((await portal.call(contract.reviewQueue, { query: after, headers })).answer.rows).toHaveLength(50);
  expect((await portal.call(contract.reviewFilters, { headers })).status).toBe(200);
  const params = { id: String(answer.rows.at(-1)?.id) };
  expect((await portal.call(contract.registrationDetail, { params, headers })).status).toBe(200);
  expect(
    (await portal.call(contract.approveRegistration, { params, headers, body: { version: 0 } })).status,
  ).toBe(200);
};

let officer: { headers: Record<string, string> };

const enterOfficer = async () => {
  const branch = await buildOrganization(portal.db);
  const staff = await buildStaff(portal.db, { grants: [grant('officer', branch.id)] });
  return { headers: { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(portal.db, staff) } };
};

const queueQueries = [{}, { course: 'BULK-5' }, { days: '3' }];
/** The blocks that each of the queries touches. */
const blocks: { among36000: number[]; among100000: number[] } = { among36000: [], among100000: [] };

beforeAll(async () => {
  portal = await openFilledPortal({ STAFF_SECOND_FACTOR: 'optional' });
  planned = await plansWithoutValues(portal.db);
  const url = portal.db.$client.options.connectionString ?? '';
  await onUnlimitedConnection(url, async (db) => {
    await spreadClasses(db);
    await addSessions(db);
    await addRegistrations(db, [0]);
  });
  officer = await enterOfficer();
  for (const query of queueQueries) blocks.among36000.push(await blocksOfQueue(query));
  await onUnlimitedConnection(url, (db) =>
    addRegistrations(
      db,
      Array.from({ length: 7 }, (_, at) => at + 1),
    ),
  );
  for (const query of queueQueries) blocks.among100000.push(await blocksOfQueue(query));
  statements = await record(callAll);
}, 600_000);
afterAll(() => portal.close({ broken: true }));

const scansOfMany = async () => {
  const many = await tablesAbove(portal.db, MANY_ROWS);
  const scans = Object.entries(await scansOf(portal.db, statements));
  return scans.flatMap(([text, tables]) => {
    const read = tables.filter((table) => many.includes(table));
    return read.length > 0 ? [{ text, read }] : [];
  });
};

test('there are 100,000 registrations', async () => {
  expect(await portal.db.$count(sql`registrations`)).toBeGreaterThan(100_000);
});

test('neither queue nor detail nor decision scans a table of more than 10,000 rows', async ({ skip }) => {
  skip(!planned, 'PostgreSQL before version 16 plans no statement without its values');
  expect(await scansOfMany()).toEqual([]);
});

test.each(queueQueries.map((query, at) => [query, at] as const))(
  'the queue with %j touches as much among 100,000 registrations as among 36,000',
  (_, at) => {
    expect(blocks.among100000[at]).toBeLessThanOrEqual((blocks.among36000[at] ?? 0) * 1.3);
  },
);

/** How PostgreSQL reads a page of the queue, whatever the values. */
const planOfQueue = async () => {
  const queue = statements.find(({ text }) => text.includes('with page as'));
  const { rows } = await portal.db.execute<Record<string, string>>(
    sql.raw(`explain (generic_plan) ${queue?.text ?? ''}`),
  );
  return rows.flatMap(Object.values).join('\n');
};

test('a page of the queue walks its index, and without it the queue touches far more', async ({ skip }) => {
  skip(!planned, 'PostgreSQL before version 16 plans no statement without its values');
  expect(await planOfQueue()).toMatch(/registrations_(waiting|state_listed)/);
  const before = await blocksOfQueue({}, 'select count(*)');
  await portal.db.execute(sql`drop index registrations_waiting, registrations_state_listed`);
  expect(await blocksOfQueue({}, 'select count(*)')).toBeGreaterThan(before * 5);
});
