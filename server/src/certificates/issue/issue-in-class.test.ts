import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass, buildClassSession, buildCourse } from '../../../test/factories/catalogue.ts';
import {
  buildCertificate,
  buildRenewalRequest,
  buildSuccessor,
} from '../../../test/factories/certificate.ts';
import { issueForRegistration } from '../../../test/factories/issue.ts';
import { one } from '../../../test/factories/one.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { actDuring } from '../../../test/locks.ts';
import type { classes } from '../../classes/tables.ts';
import { moveRegistrations } from '../../enrolment/move-to-person.ts';
import { moveRegistration } from '../../enrolment/seats/move-registration.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { certificateContents, certificates } from '../tables.ts';
import { lockHolders } from './holder.ts';
import { issueInClass } from './issue-in-class.ts';

/* Today is 2026-12-01. */

let portal: TestPortal;
let courseId: number;
beforeAll(async () => {
  portal = await openTestPortal();
  ({ id: courseId } = await buildCourse(portal.db));
});
afterAll(() => portal.close());

const context = { actor: decidingStaff(), now: NOW };

const run = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(portal.db, work);

const endedClass = (overrides: Partial<typeof classes.$inferInsert> = {}) =>
  buildClass(portal.db, {
    ...{ startTime: new Date('2026-11-20T09:00:00+08:00'), endTime: new Date('2026-11-21T17:00:00+08:00') },
    ...{ courseId, state: 'completed', fee: 0, ...overrides },
  });

const buildPassed = async (trainingClass: { id: number }) => {
  const account = await buildAccount(portal.db);
  const row = { class: trainingClass, account, state: 'confirmed', result: 1 } as const;
  return { ...(await buildRegistration(portal.db, row)), account };
};

const issue = ({ id: registrationId }: { id: number }) =>
  run((tx) => issueForRegistration(tx, { registrationId }, context));

const reload = async ({ id }: { id: number }) =>
  one(await portal.db.select().from(certificates).where(eq(certificates.id, id)));

const lettersTo = ({ id }: { id: number }) =>
  portal.db
    .select({ data: mails.data })
    .from(mails)
    .where(eq(mails.accountId, id))
    .orderBy(asc(mails.createdAt));

test.each<
  [about: string, overrides: Partial<typeof classes.$inferInsert>, dates: string[], training: object]
>([
  [
    'that has sessions and hours of its own',
    { hours: 12 },
    ['2026-11-22', '2026-11-18', '2026-11-19'],
    { hours: 12, firstDay: '2026-11-18', lastDay: '2026-11-22' },
  ],
  ['without sessions', {}, [], { hours: 8, firstDay: '2026-11-20', lastDay: '2026-11-21' }],
  [
    'without sessions and end',
    { endTime: null },
    [],
    { hours: 8, firstDay: '2026-11-20', lastDay: '2026-11-20' },
  ],
  [
    'whose last day is today',
    { endTime: new Date('2026-12-01T23:59:00+08:00') },
    [],
    { hours: 8, firstDay: '2026-11-20', lastDay: '2026-12-01' },
  ],
])('the certificate of a class %s names its days and hours', async (_, overrides, dates, training) => {
  const trainingClass = await endedClass(overrides);
  for (const date of dates) await buildClassSession(portal.db, { classId: trainingClass.id, date });
  const { id } = await issue(await buildPassed(trainingClass));
  const contents = portal.db.select().from(certificateContents);
  const { content } = one(await contents.where(eq(certificateContents.certificateId, id)));
  expect(content).toMatchObject(training);
});

test('a certificate that was renewed or has lapsed since is not issued again', async () => {
  const coach = await buildCourse(portal.db, {
    code: 'FAI',
    chineseName: '急救教練訓練',
    type: 'coach',
    years: 3,
  });
  const trainingClass = await endedClass({ courseId: coach.id });
  const [first, second] = [await buildPassed(trainingClass), await buildPassed(trainingClass)];
  const renewed = await buildCertificate(portal.db, { account: first.account, registrationId: first.id });
  await buildRenewalRequest(portal.db, { certificate: renewed, state: 'approved' });
  await buildSuccessor(portal.db, renewed, { endTime: '2030-02-28' });
  const lapsed = await buildCertificate(portal.db, {
    ...{ account: second.account, registrationId: second.id, endTime: '2026-11-30' },
    ...{ state: 'lapsed', endedAt: NOW },
  });
  const issued = [await issue(first), await issue(second)];
  expect(issued).toEqual([renewed, lapsed].map(({ id, number }) => ({ id, number })));
});

test('each person is told their own number, and nobody who is refused gets a letter', async () => {
  const trainingClass = await endedClass();
  const people = [await buildPassed(trainingClass), await buildPassed(trainingClass)];
  const holder = await buildPassed(trainingClass);
  await buildCertificate(portal.db, { account: holder.account, courseId });
  const registrationIds = [...people, holder].map(({ id }) => id);
  const outcomes = await run((tx) =>
    issueInClass(tx, { classId: trainingClass.id, registrationIds }, context),
  );
  expect(outcomes.get(holder.id)).toMatchObject({ code: 'certificate_live' });
  expect(await lettersTo(holder.account)).toEqual([]);
  for (const { id, account } of people) {
    const { number } = one(
      await portal.db.select().from(certificates).where(eq(certificates.registrationId, id)),
    );
    expect(outcomes.get(id)).toMatchObject({ number });
    expect(await lettersTo(account)).toMatchObject([{ data: { number } }]);
  }
});

test("a registration that becomes another person's meanwhile gives that person the certificate", async () => {
  const registration = await buildPassed(await endedClass());
  const { id: to } = await buildAccount(portal.db);
  const move = { from: registration.account.id, to };
  const issued = await actDuring(
    portal.db,
    (tx) => moveRegistrations(tx, move),
    () => issue(registration),
  );
  expect(await reload(issued)).toMatchObject({ accountId: to });
});

test('a registration that is moved to another class meanwhile gets none', async () => {
  const [from, to] = [await buildClass(portal.db, { courseId }), await buildClass(portal.db, { courseId })];
  const account = await buildAccount(portal.db);
  const { id } = await buildRegistration(portal.db, { class: from, account, state: 'confirmed' });
  const outcomes = await actDuring(
    portal.db,
    (tx) => moveRegistration(tx, { registrationId: id, code: to.code, difference: 0, reason: null }, context),
    () => run((tx) => issueInClass(tx, { classId: from.id, registrationIds: [id] }, context)),
  );
  expect(outcomes.size).toBe(0);
});

test('the holders are the people who are named and nobody else', async () => {
  const [one, other] = [await buildAccount(portal.db), await buildAccount(portal.db)];
  await buildAccount(portal.db);
  const holders = await run((tx) => lockHolders(tx, [other.id, one.id]));
  expect([...holders.keys()]).toEqual([one.id, other.id]);
});
