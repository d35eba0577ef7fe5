import { mailList } from '@portal/contract/office/correspondence';
import { overdueList } from '@portal/contract/office/enrolment';
import { paymentList, refundList } from '@portal/contract/office/payment';
import { daySheet, statementAccounts, statementMatches } from '@portal/contract/office/statements';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPortal } from '../app.ts';
import { buildOrganization } from '../factories/catalogue.ts';
import { buildStaff, enterOffice, grant } from '../factories/staff.ts';
import { FILLING, onUnlimitedConnection, openFilledPortal } from '../plans/fill.ts';
import { blocksTouched, plansWithoutValues, scansOf, tablesAbove } from '../plans/plans.ts';
import { type Recorded, record } from '../plans/recorder.ts';
import { addYears, fillMoney } from './fill-money.ts';

/* 繳費對帳, 退費, 逾期未繳 and 信件 among 24,000 registrations, and after years among 200,000. */

let portal: TestPortal;
let planned = false;

type Look = (as: { headers: Record<string, string> }) => Promise<{ status: number }>;

const list =
  (endpoint: typeof paymentList | typeof refundList | typeof overdueList | typeof mailList) =>
  (query: Record<string, string> = {}): Look =>
  (as) =>
    portal.call(endpoint, { ...as, query });
const [payments, refunds, overdue, mails] = [
  list(paymentList),
  list(refundList),
  list(overdueList),
  list(mailList),
];

/** Views that show one page, or the same number of rows after years as after a month. */
const looks: Record<string, Look> = {
  'the accounts': (as) => portal.call(statementAccounts, as),
  'the matches': (as) => portal.call(statementMatches, { ...as, params: { id: '1' } }),
  'the day sheet': (as) => portal.call(daySheet, { ...as, params: { id: '1' } }),
  payments: payments(),
  'undone payments': payments({ undone: 'yes' }),
  'payments in cash': payments({ method: 'cash' }),
  'partial payments': payments({ kind: 'partial' }),
  refunds: refunds(),
  'due refunds': refunds({ state: 'due' }),
  'paid refunds': refunds({ state: 'paid' }),
  'waived refunds': refunds({ state: 'waived' }),
  'overdue registrations': overdue(),
  mails: mails(),
  'undeliverable mails': mails({ state: 'undeliverable' }),
  'mails that wait for a mailbox': mails({ state: 'held' }),
};

/** Views of a class or a person, which have a few more rows after years. */
const narrowLooks: Record<string, Look> = {
  'overdue registrations of a class': overdue({ class: 'BULK-8' }),
  'mails of a class': mails({ class: 'BULK-8' }),
  'mails to a person': mails({ account: '9' }),
  'handled mails': mails({ state: 'handled' }),
};

const isRead = ({ text }: Recorded) => /^\s*(with|select|\()/i.test(text);

const recordLook = async (name: string, look: Look, as: Parameters<Look>[0]): Promise<Recorded[]> => {
  const recorded = await record(async () => {
    expect([name, (await look(as)).status]).toEqual([name, 200]);
  });
  return recorded.filter(isRead);
};

const blocksOf = async (name: string, look: Look, as: Parameters<Look>[0]): Promise<number> => {
  let blocks = 0;
  for (const each of await recordLook(name, look, as)) blocks += await blocksTouched(portal.db, each);
  return blocks;
};

/** Cashiers and officers of the branch, and of the whole association. */
const staff: { branch: Parameters<Look>[0]; everywhere: Parameters<Look>[0] } = {
  branch: { headers: {} },
  everywhere: { headers: {} },
};
type Reader = keyof typeof staff;
const readers = ['branch', 'everywhere'] as const;

const enter = async (organizationId: number | null) => {
  const grants = [grant('cashier', organizationId), grant('officer', organizationId)];
  const account = await buildStaff(portal.db, { grants });
  return { headers: { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(portal.db, account) } };
};

type Measured = Record<Reader, Record<string, number>>;
const measure = async (): Promise<Measured> => {
  const measured: Measured = { branch: {}, everywhere: {} };
  for (const reader of readers)
    for (const [name, look] of Object.entries(looks))
      measured[reader][name] = await blocksOf(name, look, staff[reader]);
  return measured;
};

let before: Measured;
let after: Measured;
const statements: Recorded[] = [];

beforeAll(async () => {
  portal = await openFilledPortal({ STAFF_SECOND_FACTOR: 'optional' });
  planned = await plansWithoutValues(portal.db);
  const url = portal.db.$client.options.connectionString ?? '';
  await onUnlimitedConnection(url, fillMoney);
  staff.branch = await enter((await buildOrganization(portal.db)).id);
  staff.everywhere = await enter(null);
  before = await measure();
  await onUnlimitedConnection(url, (db) => addYears(db, 15));
  after = await measure();
  for (const reader of readers)
    for (const [name, look] of Object.entries({ ...looks, ...narrowLooks }))
      statements.push(...(await recordLook(name, look, staff[reader])));
}, FILLING + 360_000);
afterAll(() => portal.close({ broken: true }));

test('there are 200,000 registrations, and a few hundred open reports', async () => {
  expect(await portal.db.$count(sql`registrations`)).toBeGreaterThan(200_000);
  const open = await portal.db.$count(sql`payment_report_registrations`, sql`outcome is null`);
  expect(open).toBeGreaterThan(100);
  expect(open).toBeLessThan(1000);
});

/** Views that look up reports or lines one by one: after years, indexes of two levels have three. */
const LOOKED_UP = ['the accounts', 'the matches', 'the day sheet'];

test.each(Object.keys(looks))(
  '%s: after years of statements PostgreSQL reads about as many blocks as before',
  (name) => {
    for (const reader of readers) {
      const most = (before[reader][name] ?? 0) * (LOOKED_UP.includes(name) ? 1.5 : 1.3) + 5;
      expect(after[reader][name], reader).toBeLessThanOrEqual(most);
    }
  },
);

const scansOfMany = async () => {
  const many = await tablesAbove(portal.db, 10_000);
  return Object.entries(await scansOf(portal.db, statements)).flatMap(([text, tables]) => {
    const read = tables.filter((table) => many.includes(table));
    return read.length > 0 ? [{ text, read }] : [];
  });
};

test('no statement scans a table of more than 10,000 rows', async ({ skip }) => {
  skip(!planned, 'PostgreSQL before version 16 plans no statement without its values');
  expect(await scansOfMany()).toEqual([]);
});

test('control: without their indexes, open lines and undone payments need three times as many blocks', async () => {
  await portal.db.execute(sql`drop index statement_lines_open, payments_undone_listed`);
  for (const name of ['the accounts', 'undone payments']) {
    const look = looks[name];
    if (look) expect(await blocksOf(name, look, staff.branch)).toBeGreaterThan((after.branch[name] ?? 0) * 3);
  }
});
