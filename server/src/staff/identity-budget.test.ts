import { exportRegistrations, IDENTITY_LOOKS, showIdentity } from '@portal/contract/office/enrolment';
import * as staffCalls from '@portal/contract/office/staff';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass, buildOrganization } from '../../test/factories/catalogue.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { asStaff, buildStaff, enterAs, grant } from '../../test/factories/staff.ts';
import { actDuring } from '../../test/locks.ts';
import { connectWithoutGuards, withoutRowLocks } from '../../test/race/without-guards.ts';
import { staffEvents } from '../../test/staff-events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { mails } from '../mail/tables.ts';
import { type Database, inTransaction, type Tx } from '../platform/database/database.ts';
import { takeIdentityLook } from './identity-budget.ts';
import { lockStaff } from './queries.ts';
import { recordStaffEvent } from './record-staff-event.ts';
import { renewIdentityBudget } from './renew-identity-budget.ts';

/* How many complete identity numbers a person of staff sees in an hour. */

let portal: TestPortal;
let branch: { id: number };
let registrationId: number;
let officer: Awaited<ReturnType<typeof enterAs>>;
let admin: Awaited<ReturnType<typeof enterAs>>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  branch = await buildOrganization(portal.db);
  const trainingClass = await buildClass(portal.db);
  const account = await buildAccount(portal.db);
  registrationId = (await buildRegistration(portal.db, { class: trainingClass, account })).id;
  admin = await enterAs(portal.db, grant('admin'), grant('officer'));
});
afterAll(() => portal.close());
beforeEach(async () => {
  officer = await enterAs(portal.db, grant('officer', branch.id));
});

const HOUR = 3_600_000;
const actorOf = (staff: { id: number; name: string }) => asStaff(staff, [grant('officer', branch.id)]);

const recordLook = (tx: Tx, staff: { id: number; name: string }, at = NOW) => {
  const event = {
    action: 'person.show_identity',
    subject: 'registration',
    subjectId: registrationId,
  } as const;
  return recordEvent(tx, { ...event, actor: actorOf(staff) }, at);
};

/** Records looks of the staff member. */
const look = (looks: number, { staff, at = NOW }: { staff: typeof officer.staff; at?: Date }) =>
  inTransaction(portal.db, async (tx) => {
    for (let n = 0; n < looks; n++) await recordLook(tx, staff, at);
  });

const show = ({ headers }: typeof officer = officer) =>
  portal.call(showIdentity, { params: { id: `${registrationId}` }, headers });

const renew = (staffId: number, { headers } = admin) =>
  portal.call(staffCalls.renewIdentityBudget, { params: { id: `${staffId}` }, headers });

const budgetEvents = async () =>
  (await staffEvents(portal.db, officer.staff.id))
    .filter(({ action }) => action.endsWith('_identity_budget'))
    .map(({ action, actor }) => [action, actor]);

const lettersTo = async ({ email }: { email: string }) =>
  (await portal.db.select().from(mails).where(eq(mails.recipient, email))).map(({ template }) => template);

/** When the budget of the officer was used up, as the list of staff says it. */
const spentAt = async ({ staff } = officer) => {
  const { answer } = await portal.call(staffCalls.staffList, { headers: admin.headers });
  return answer.find(({ id }) => id === staff.id)?.identitySpentAt;
};

const SPENT = '您一小時內已查看 30 筆完整證號，須由系統管理員覆核後才能繼續查看或匯出完整證號';

test('the thirtieth look of an hour is allowed, the next one is not, and administrators get one mail', async () => {
  await look(IDENTITY_LOOKS - 1, { staff: officer.staff });
  const suspended = await buildStaff(portal.db, { grants: [grant('admin')], suspendedAt: NOW });
  expect((await show()).status).toBe(200);
  for (let n = 0; n < 2; n++) {
    const { status, refusal } = await show();
    expect([status, refusal.message]).toEqual([429, SPENT]);
  }
  expect(await budgetEvents()).toEqual([['staff.spend_identity_budget', `staff:${officer.staff.id}`]]);
  expect(await lettersTo(admin.staff)).toEqual(['identity_budget_spent']);
  expect(await lettersTo(suspended)).toEqual([]);
});

test('looks of an hour ago, and of colleagues, do not count', async () => {
  const colleague = await enterAs(portal.db, grant('officer', branch.id));
  await look(IDENTITY_LOOKS, { staff: colleague.staff });
  await look(IDENTITY_LOOKS, { staff: officer.staff, at: new Date(NOW.getTime() - HOUR) });
  expect((await show()).status).toBe(200);
  await look(IDENTITY_LOOKS - 1, { staff: officer.staff, at: new Date(NOW.getTime() - HOUR + 1) });
  expect((await show()).status).toBe(429);
});

test('the page of somebody of another branch counts as a look', async () => {
  await look(IDENTITY_LOOKS - 1, { staff: officer.staff });
  const event = { action: 'person.name_purpose', subject: 'account', subjectId: 1 } as const;
  await inTransaction(portal.db, (tx) => recordEvent(tx, { ...event, actor: actorOf(officer.staff) }, NOW));
  expect((await show()).status).toBe(429);
});

test('a used up budget stays so, also for exports, until an administrator renews it', async () => {
  await look(IDENTITY_LOOKS, { staff: officer.staff });
  await show();
  const actor = actorOf(officer.staff);
  const later = { actor, now: new Date(NOW.getTime() + 24 * HOUR) };
  expect(await inTransaction(portal.db, (tx) => takeIdentityLook(tx, later))).toBe(false);
  const fileOf = async (identity: boolean) => {
    const payload = { format: 'csv', identity };
    const request = { url: exportRegistrations.path, headers: officer.headers, payload } as const;
    return (await portal.app.inject({ method: 'POST', ...request })).statusCode;
  };
  expect([await fileOf(true), await fileOf(false)]).toEqual([429, 200]);

  expect(await spentAt()).toBe('2026-12-01T10:00:00+08:00');
  const { status, answer } = await renew(officer.staff.id);
  expect([status, answer.identitySpentAt, await spentAt()]).toEqual([200, null, null]);
  // Looks before the renewal no longer count.
  expect([(await show()).status, await fileOf(true)]).toEqual([200, 200]);
  await renew(officer.staff.id);
  expect(await budgetEvents()).toEqual([
    ['staff.spend_identity_budget', `staff:${officer.staff.id}`],
    ['staff.renew_identity_budget', `staff:${admin.staff.id}`],
  ]);
});

test('after a renewal the next thirty count', async () => {
  await look(IDENTITY_LOOKS, { staff: officer.staff });
  await show();
  await renew(officer.staff.id);
  await look(IDENTITY_LOOKS - 1, { staff: officer.staff });
  expect([(await show()).status, (await show()).status]).toEqual([200, 429]);
});

test('nobody renews their own budget, and only administrators renew that of others', async () => {
  await look(IDENTITY_LOOKS, { staff: admin.staff });
  await show(admin);
  const own = await renew(admin.staff.id);
  expect([own.status, own.refusal.message]).toEqual([422, '須由另一位系統管理員覆核']);
  expect((await renew(admin.staff.id, officer)).status).toBe(403);
  const other = await enterAs(portal.db, grant('admin'));
  expect((await renew(admin.staff.id, other)).status).toBe(200);
  expect((await renew(999_999)).status).toBe(404);
});

test('a used up budget is not renewed by other events of the account, nor by a renewal for a colleague', async () => {
  const colleague = await enterAs(portal.db, grant('officer', branch.id));
  for (const { staff } of [colleague, officer]) await look(IDENTITY_LOOKS, { staff });
  await show(colleague);
  expect([await spentAt(), await spentAt(colleague)]).toEqual([null, '2026-12-01T10:00:00+08:00']);
  await show();
  const event = { actor: actorOf(officer.staff), action: 'staff.change_password' } as const;
  await inTransaction(portal.db, (tx) => recordStaffEvent(tx, { ...event, staffId: officer.staff.id }, NOW));
  await renew(colleague.staff.id);
  expect([await spentAt(), await spentAt(colleague)]).toEqual(['2026-12-01T10:00:00+08:00', null]);
  expect([(await show()).status, (await show(colleague)).status]).toEqual([429, 200]);
});

test('only looks count, not other acts', async () => {
  const event = { action: 'staff.change_password', staffId: officer.staff.id } as const;
  await inTransaction(portal.db, async (tx) => {
    for (let n = 0; n < IDENTITY_LOOKS; n++)
      await recordStaffEvent(tx, { ...event, actor: actorOf(officer.staff) }, NOW);
  });
  expect((await show()).status).toBe(200);
});

test('a renewal needs the right, and waits for another change of the account', async () => {
  const renewBy = (actor: ReturnType<typeof asStaff>) =>
    inTransaction(portal.db, (tx) =>
      renewIdentityBudget(tx, { staffId: officer.staff.id }, { actor, now: NOW }),
    );
  const colleague = await buildStaff(portal.db);
  await expect(renewBy(actorOf(colleague))).rejects.toMatchObject({ code: 'forbidden' });
  await actDuring(
    portal.db,
    (tx) => lockStaff(tx, officer.staff.id),
    () => renewBy(asStaff(admin.staff, [grant('admin')])),
  );
});

/** How many of four simultaneous looks are allowed with one left. */
const lookAtOnce = async (db: Database): Promise<number> => {
  const { staff } = officer;
  await look(IDENTITY_LOOKS - 1, { staff });
  const lookOnce = () =>
    inTransaction(db, async (tx) => {
      const isAllowed = await takeIdentityLook(tx, { actor: actorOf(staff), now: NOW });
      if (isAllowed) await recordLook(tx, staff);
      return isAllowed;
    });
  const allowed = await Promise.all([lookOnce(), lookOnce(), lookOnce(), lookOnce()]);
  return allowed.filter(Boolean).length;
};

test('simultaneous looks count each other', async () => {
  expect(await lookAtOnce(portal.db)).toBe(1);
});

test('control: without the lock of the staff account more than the last look is taken', async () => {
  const db = connectWithoutGuards(portal.services.config.databaseUrl ?? '', withoutRowLocks);
  expect(await lookAtOnce(db)).toBeGreaterThan(1);
  await db.$client.end();
});
