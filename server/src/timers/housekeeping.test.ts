import { and, eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount, logIn } from '../../test/factories/account.ts';
import { buildClass } from '../../test/factories/catalogue.ts';
import { buildDesk, byCashier } from '../../test/factories/desk.ts';
import { buildDocument } from '../../test/factories/document.ts';
import { buildMail } from '../../test/factories/mail.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { buildStaff } from '../../test/factories/staff.ts';
import { sessions, signInAttempts } from '../accounts/tables.ts';
import { registrationDocuments } from '../documents/tables.ts';
import { applicantCodes } from '../enrolment/tables.ts';
import { mails } from '../mail/tables.ts';
import { connect, inTransaction } from '../platform/database/database.ts';
import { idempotencyKeys } from '../platform/tables.ts';
import { setLineAside } from '../statements/set-line-aside.ts';
import { statementLines } from '../statements/tables.ts';
import { startHousekeeping, tidyUp } from './housekeeping.ts';

const HOUR = 3_600_000;
let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR);

test('removes ended sessions, old failures and old keys, and nothing else', async () => {
  const { db } = portal;
  const account = await buildAccount(db);
  await logIn(db, account, ago(3));
  await logIn(db, account, ago(1));
  const key = { owner: 'guest', route: '/api/register', inputHash: 'x' };
  await db.insert(idempotencyKeys).values([
    { ...key, key: 'old', createdAt: ago(25) },
    { ...key, key: 'young', createdAt: ago(23) },
  ]);
  const officer = await buildStaff(db);
  const code = { accountId: account.id, staffId: officer.id, codeHash: 'x', expiresAt: NOW, endedAt: NOW };
  await db.insert(applicantCodes).values([
    { ...code, createdAt: ago(25) },
    { ...code, createdAt: ago(23) },
  ]);
  const attempt = { accountHash: 'x', address: '127.0.0.1' };
  await db.insert(signInAttempts).values([
    { ...attempt, at: ago(30) },
    { ...attempt, at: ago(0.5) },
  ]);

  await tidyUp(portal.services);

  const left = await db.select({ createdAt: sessions.createdAt }).from(sessions);
  expect(left).toEqual([{ createdAt: ago(1) }]);
  const codes = await db.select({ createdAt: applicantCodes.createdAt }).from(applicantCodes);
  expect(codes).toEqual([{ createdAt: ago(23) }]);
  expect(await db.select({ key: idempotencyKeys.key }).from(idempotencyKeys)).toEqual([{ key: 'young' }]);
  expect(await db.select({ at: signInAttempts.at }).from(signInAttempts)).toEqual([{ at: ago(0.5) }]);
});

const YEAR = 365 * 24 * HOUR;

/** Something of each kind that becomes too old, and a document that does not. */
const buildOldThings = async () => {
  const { db, services } = portal;
  await buildMail(db, await buildAccount(db));
  const { account, lines } = await buildDesk(db);
  for (const { id } of await lines({ in: 1, name: '王小明' })) {
    await inTransaction(db, (tx) => setLineAside(tx, { lineId: id, reason: '利息' }, byCashier));
  }
  for (const years of [0, 20]) {
    const trainingClass = await buildClass(db, { startTime: ago(-years * 365 * 24) });
    const registration = await buildRegistration(db, {
      class: trainingClass,
      account: await buildAccount(db),
    });
    await buildDocument(services, { registration, fileKey: `documents/after-${years}-years` });
    await services.files.put(`documents/after-${years}-years`, Buffer.from('%PDF'));
  }
  return account;
};

const filesIn = async (folder: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const some of portal.services.files.list(folder)) keys.push(...some);
  return keys.toSorted();
};

test('removes mails, payers, documents and their files that are too old', async () => {
  const { db, services } = portal;
  const { id: account } = await buildOldThings();
  const found = async () => ({
    mails: await db.$count(mails),
    payers: await db.$count(
      statementLines,
      and(eq(statementLines.bankAccountId, account), isNotNull(statementLines.name)),
    ),
    documents: await db.$count(registrationDocuments),
    files: await filesIn('documents'),
  });
  const files = ['documents/after-0-years', 'documents/after-20-years'];
  expect(await found()).toEqual({ mails: 1, payers: 1, documents: 2, files });
  const later = (span: number) => tidyUp({ ...services, clock: () => new Date(NOW.getTime() + span) });
  await later(8 * YEAR);
  await later(8 * YEAR + 3 * 24 * HOUR);
  expect(await found()).toEqual({ mails: 0, payers: 0, documents: 1, files: files.slice(1) });
});

test('runs at the start and every hour, until it is stopped', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const clock = vi.fn(() => NOW);
  const housekeeping = startHousekeeping({ ...portal.services, clock });
  expect(clock).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(HOUR);
  expect(clock).toHaveBeenCalledTimes(2);
  housekeeping.stop();
  vi.advanceTimersByTime(HOUR);
  expect(clock).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test('leaves the server running when the database is away', async () => {
  const db = connect('postgresql://portal@127.0.0.1:1/portal');
  await expect(tidyUp({ ...portal.services, db })).resolves.toBeUndefined();
  await db.$client.end();
});
