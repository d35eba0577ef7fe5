import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount, logIn } from '../../test/factories/account.ts';
import { buildClass, buildClassSession, buildCourse } from '../../test/factories/catalogue.ts';
import {
  buildCertificate,
  buildContent,
  buildInquiry,
  buildRenewalRequest,
} from '../../test/factories/certificate.ts';
import { buildDocument } from '../../test/factories/document.ts';
import { buildGroup, buildMembership } from '../../test/factories/group.ts';
import { buildMail } from '../../test/factories/mail.ts';
import { buildPaymentReport, buildRegistration } from '../../test/factories/registration.ts';
import { knownAddresses, personViews, privacyAcceptances, sessions } from '../accounts/tables.ts';
import { subjects } from '../catalogue/tables.ts';
import { certificates, renewalRequests } from '../certificates/tables.ts';
import { registrationDocuments } from '../documents/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import { memberships } from '../groups/tables.ts';
import { mails } from '../mail/tables.ts';
import { recordPayment } from '../money/record-payment.ts';
import { payments, refunds } from '../money/tables.ts';
import { paymentReports } from '../payment/tables.ts';
import { identityChanges } from '../people/tables.ts';
import { type Database, inTransaction } from '../platform/database/database.ts';
import { attendance, scores } from '../training/tables.ts';
import { findOwnData } from './own-data.ts';
import { privacyRequests } from './tables.ts';

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

const buildTraining = async (account: Account) => {
  const trainingClass = await buildClass(db, { startTime: later(-24) });
  const group = await buildGroup(db);
  await buildMembership(db, { group, account });
  const registration = await buildRegistration(db, {
    class: trainingClass,
    account,
    state: 'confirmed',
    result: 1,
  });
  await buildPaymentReport(db, { registration, account });
  await buildDocument(portal.services, { registration });
  const [subject] = await db
    .select()
    .from(subjects)
    .where(eq(subjects.courseId, trainingClass.courseId))
    .limit(1);
  const score = { subjectId: subject?.id ?? 0, score: 90, recordedAt: NOW };
  await db.insert(scores).values({ registrationId: registration.id, ...score });
  const session = await buildClassSession(db, { classId: trainingClass.id });
  const mark = {
    sessionId: session.id,
    state: 'present',
    version: 1,
    updatedBy: 'system',
    updatedAt: NOW,
  } as const;
  await db.insert(attendance).values({ registrationId: registration.id, ...mark });
  const cash = { kind: 'full', method: 'cash', receivedOn: '2026-12-01', lineIds: [] } as const;
  const { organizationId, fee: amount } = trainingClass;
  const received = { ...cash, bankAccountId: null, organizationId, amount };
  const part = { registrationId: registration.id, amount, reportId: null, refundReason: '重複匯款' };
  const entry = { ...received, allocations: [part] };
  await inTransaction(db, (tx) => recordPayment(tx, entry, { actor: 'system', now: NOW }));
  // A person has one certificate of a kind.
  const course = await buildCourse(db, {
    code: `COACH-${registration.id}`,
    chineseName: `教練訓練 ${registration.id}`,
    type: 'coach',
  });
  const certificate = await buildCertificate(db, { account, courseId: course.id });
  await buildContent(db, certificate);
  const request = await buildRenewalRequest(db, { certificate });
  await buildInquiry(db, { request, answeredAt: NOW, answer: '已寄出正本' });
};

/** Two of everything that is kept of a person. */
const buildTwice = async (account: Account) => {
  const accountId = account.id;
  for (const hour of [0, 1]) {
    await buildTraining(account);
    const at = later(hour);
    await buildMail(db, account);
    await logIn(db, account, at);
    await db.insert(knownAddresses).values({ accountId, address: `192.0.2.${hour}`, lastUsedAt: at });
    await db.insert(privacyAcceptances).values({ accountId, version: `version ${hour}`, acceptedAt: at });
    const viewer = await buildAccount(db);
    const view = { viewedId: accountId, viewerId: viewer.id, what: 'photo', day: '2026-12-01', at } as const;
    await db.insert(personViews).values(view);
    await db.insert(identityChanges).values({
      ...{ accountId, before: { chineseName: '王舊名' }, after: { chineseName: '王新名' }, reason: '改名' },
      ...{ kind: 'pdf', size: 4, sha256: 'a'.repeat(64), fileKey: `documents/${accountId}-${hour}` },
      ...{ changedBy: 'staff:1', changedAt: at },
    });
    await db
      .insert(privacyRequests)
      .values({ accountId, state: 'withdrawn', requestedAt: at, closedAt: later(2) });
  }
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
  const { profile: _, registration_events: events, ...lists } = before;
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
