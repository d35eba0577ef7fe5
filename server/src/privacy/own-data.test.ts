import { getTableColumns, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount, logIn } from '../../test/factories/account.ts';
import { buildTracesOf } from '../../test/factories/traces.ts';
import { personViews, sessions } from '../accounts/tables.ts';
import { certificates, renewalRequests } from '../certificates/tables.ts';
import { registrationDocuments } from '../documents/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import { memberships } from '../groups/tables.ts';
import { mails } from '../mail/tables.ts';
import { payments, refunds } from '../money/tables.ts';
import { paymentReports } from '../payment/tables.ts';
import { identityChanges } from '../people/tables.ts';
import type { Database } from '../platform/database/database.ts';
import { attendance, scores } from '../training/tables.ts';
import { findOwnData } from './own-data.ts';
import { incidentPeople, incidents, privacyRequests } from './tables.ts';

let portal: TestPortal;
let db: Database;
beforeAll(async () => {
  portal = await openTestPortal();
  db = portal.db;
});
afterAll(() => portal.close());

type Account = Awaited<ReturnType<typeof buildAccount>>;

const HOUR = 3_600_000;
const later = (hours: number) => new Date(NOW.getTime() + hours * HOUR);

/** Two of everything that is kept of a person. */
const buildTwice = async (account: Account) => {
  for (const hour of [0, 1]) await buildTracesOf(portal, account, later(hour));
};

const ORDERED: readonly PgTable[] = [
  ...[registrations, registrationDocuments, scores, attendance, paymentReports, payments, refunds],
  ...[
    identityChanges,
    certificates,
    renewalRequests,
    memberships,
    mails,
    sessions,
    personViews,
    privacyRequests,
    incidents,
    incidentPeople,
  ],
];

type Column = [key: string, column: PgColumn];

/** Writing a row anew moves it to the end of its table. */
const moveFirstRows = async () => {
  for (const table of ORDERED) {
    const [, [key, column]] = Object.entries(getTableColumns(table)) as [Column, Column];
    await db
      .update(table)
      .set({ [key]: sql`${column}` })
      .where(sql`ctid = (select min(ctid) from ${table})`);
  }
};

test('a copy holds all of the person, in order, and nothing of others', async () => {
  const [account, other] = [await buildAccount(db), await buildAccount(db)];
  await buildTwice(account);
  const before = await findOwnData(db, account.id, NOW);
  const { profile: _, registration_events: events, merged_accounts: merged, ...lists } = before;
  expect(merged).toEqual([]);
  expect(events).toHaveLength(4);
  // Each registration is paid twice.
  expect(lists.payments).toHaveLength(4);
  for (const [name, list] of Object.entries({ ...lists, payments: lists.payments.slice(2) }))
    expect([name, list]).toEqual([name, [list[0], list[1]]]);
  await buildTwice(other);
  await moveFirstRows();
  expect(await findOwnData(db, account.id, NOW)).toEqual(before);
});

test('a copy lists the sessions that have not ended', async () => {
  const account = await buildAccount(db);
  for (const hour of [0, 1]) await logIn(db, account, later(hour));
  const { sessions: alive } = await findOwnData(db, account.id, later(24));
  expect(alive).toMatchObject([{ created_at: later(1) }]);
});
