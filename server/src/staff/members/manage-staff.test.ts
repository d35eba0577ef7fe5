import { refusals } from '@portal/contract/errors';
import * as staffCalls from '@portal/contract/office/staff';
import { acceptInvitation, currentSession, proveCode } from '@portal/contract/office/staff';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildOrganization } from '../../../test/factories/catalogue.ts';
import { one } from '../../../test/factories/one.ts';
import { asStaff, buildStaff, buildTotp, enterOffice, grant } from '../../../test/factories/staff.ts';
import { actDuring } from '../../../test/locks.ts';
import { staffEvents } from '../../../test/staff-events.ts';
import { inviteFromShell, reportOf } from '../../commands/invite-staff.ts';
import { mails } from '../../mail/tables.ts';
import { sendDueMails } from '../../mail/worker.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { resetDueFactors } from '../../timers/due-work.ts';
import { letters } from '../../timers/letters.ts';
import { resetNextDue } from '../factors/reset-second-factor.ts';
import { codeAt, stepOf } from '../factors/totp.ts';
import { staffAccountLetter, staffInvitationLetter } from '../letters.ts';
import { findGrants } from '../roles.ts';
import { staffAccounts, staffRoles, staffTotp } from '../tables.ts';
import { refuseWithoutAdministrator } from './administrators.ts';
import { changeRoles } from './change-roles.ts';
import { suspendStaff } from './suspend-staff.ts';

let portal: TestPortal;
let db: Database;
let chief: Awaited<ReturnType<typeof buildStaff>>;
let cookie: string;
beforeAll(async () => {
  portal = await openTestPortal();
  db = portal.db;
});
afterAll(() => portal.close());
beforeEach(async () => {
  await db.update(staffAccounts).set({ suspendedAt: NOW });
  chief = await buildStaff(db, { grants: [grant('admin')] });
  await buildTotp(db, chief);
  cookie = await enterOffice(db, chief);
});

const asChief = () => ({ headers: { 'sec-fetch-site': 'same-origin', cookie } });
const by = () => ({ actor: asStaff(chief, [grant('admin')]), now: NOW });

let serial = 0;
const form = () => {
  serial += 1;
  return { email: `New${serial}@Example.com`, name: '陳承辦', roles: [grant('officer')] };
};

const eventsOf = (staffId: number) => staffEvents(db, staffId);

test('an administrator invites somebody: the account waits, the link is shown once', async () => {
  const { status, answer } = await portal.call(staffCalls.inviteStaff, { body: form(), ...asChief() });
  expect(status).toBe(200);
  expect(answer).toMatchObject({
    staff: { email: `new${serial}@example.com`, state: 'invited', hasSecondFactor: false, lastSeenAt: null },
    expiresAt: '2026-12-04T10:00:00+08:00',
  });
  expect(answer.link).toMatch(/^http:\/\/127\.0\.0\.1\/office\/staff\/invitation#[\w-]{43}$/);
  expect(await eventsOf(answer.staff.id)).toMatchObject([
    { actor: `staff:${chief.id}`, action: 'staff.invite', after: { name: '陳承辦' } },
  ]);
  const list = (await portal.call(staffCalls.staffList, asChief())).answer;
  expect(list.find(({ id }) => id === chief.id)).toMatchObject({ state: 'active', hasSecondFactor: true });
  expect(JSON.stringify(list)).not.toMatch(/argon2|[\w-]{43}/);
});

test('the link is also mailed to the one invited, and a new link again; the secret goes once it is sent', async () => {
  const { answer } = await portal.call(staffCalls.inviteStaff, { body: form(), ...asChief() });
  const params = { id: String(answer.staff.id) };
  const again = (await portal.call(staffCalls.inviteStaffAgain, { params, ...asChief() })).answer;
  const delivered: string[] = [];
  const deliver = async ({ to, text }: { to: string; text: string }) => {
    if (to === answer.staff.email) delivered.push(text);
  };
  await sendDueMails({ ...portal.services, letters, publicUrl: 'http://127.0.0.1', deliver });
  expect(delivered).toHaveLength(2);
  for (const { link } of [answer, again]) {
    expect(delivered.filter((text) => text.includes(`${link}\n`))).toHaveLength(1);
  }
  const kept = await db.select().from(mails).where(eq(mails.recipient, answer.staff.email));
  expect(kept.map(({ state, accountId }) => [state, accountId])).toEqual([
    ['sent', null],
    ['sent', null],
  ]);
  expect(JSON.stringify(kept)).not.toContain('token');
});

test('a refused invitation mails nothing', async () => {
  const body = { ...form(), email: chief.email };
  expect((await portal.call(staffCalls.inviteStaff, { body, ...asChief() })).status).toBe(422);
  expect(await db.select().from(mails).where(eq(mails.recipient, chief.email))).toEqual([]);
});

describe('an invitation is refused', () => {
  test.each([
    ['without a role', { roles: [] }, { roles: ['請至少選擇一個角色'] }],
    [
      'for an administrator of one branch',
      { roles: [grant('admin', 1)] },
      { roles: [refusals.staff_role_scope.text] },
    ],
    [
      'for a branch that is not there',
      { roles: [grant('officer', 999)] },
      { roles: [refusals.organization_unknown.text] },
    ],
    ['to what is no address', { email: 'not an address' }, { email: ['電子信箱格式不正確'] }],
  ])('%s', async (_, wrong, errors) => {
    const { status, refusal } = await portal.call(staffCalls.inviteStaff, {
      body: { ...form(), ...wrong },
      ...asChief(),
    });
    expect([status, refusal.errors]).toEqual([422, errors]);
  });

  test('of an address that has an account, also by two simultaneous calls', async () => {
    const body = form();
    const answers = await Promise.all(
      [1, 2].map(() => portal.call(staffCalls.inviteStaff, { body, ...asChief() })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });
});

test('other roles apply at the next call, and the event holds the former ones', async () => {
  const branch = await buildOrganization(db);
  const officer = await buildStaff(db, { grants: [grant('officer', branch.id)] });
  const own = { headers: { cookie: await enterOffice(db, officer) } };
  await buildTotp(db, officer);
  const can = async () => (await portal.call(currentSession, own)).answer.can;
  expect(await can()).toContain('registration.review');
  const roles = [grant('cashier'), grant('cashier')];
  const params = { id: String(officer.id) };
  const { answer } = await portal.call(staffCalls.changeRoles, {
    params,
    body: { roles, version: 0 },
    ...asChief(),
  });
  expect(answer.roles).toEqual([{ role: 'cashier', organizationId: null, organization: null }]);
  expect(await can()).not.toContain('registration.review');
  expect(await eventsOf(officer.id)).toMatchObject([
    { action: 'staff.change_roles', before: { roles: [grant('officer', branch.id)] }, after: { roles } },
  ]);
});

test('a suspended person is refused at the next call, and can be readmitted', async () => {
  const officer = await buildStaff(db, { grants: [grant('officer')] });
  await buildTotp(db, officer);
  const own = { headers: { cookie: await enterOffice(db, officer) } };
  const params = { id: String(officer.id) };
  for (let n = 0; n < 2; n++) {
    expect((await portal.call(staffCalls.suspendStaff, { params, ...asChief() })).answer.state).toBe(
      'suspended',
    );
  }
  expect((await portal.call(currentSession, own)).status).toBe(401);
  const again = await portal.call(staffCalls.inviteStaffAgain, { params, ...asChief() });
  expect(again.status).toBe(422);
  expect((await portal.call(staffCalls.resumeStaff, { params, ...asChief() })).answer.state).toBe('active');
  // The session of before does not come back.
  expect((await portal.call(currentSession, own)).status).toBe(401);
  expect((await eventsOf(officer.id)).map(({ action }) => action)).toEqual(['staff.suspend', 'staff.resume']);
});

test('readmitting a person who is not suspended changes nothing', async () => {
  const officer = await buildStaff(db, { grants: [grant('officer')] });
  const params = { id: String(officer.id) };
  expect((await portal.call(staffCalls.resumeStaff, { params, ...asChief() })).answer.state).toBe('active');
  expect(await eventsOf(officer.id)).toEqual([]);
});

test('the link of an invitation does not follow the host that the caller names', async () => {
  const { headers } = asChief();
  const { answer } = await portal.call(staffCalls.inviteStaff, {
    body: form(),
    headers: { ...headers, host: 'evil.example' },
  });
  expect(answer.link).toMatch(/^http:\/\/127\.0\.0\.1\//);
});

/** Returns the acts of which the person was told by mail, and the people who did them. */
const toldTo = async ({ email }: { email: string }) => {
  const found = await db
    .select({ data: mails.data })
    .from(mails)
    .where(and(eq(mails.recipient, email), eq(mails.template, staffAccountLetter.template)))
    .orderBy(mails.createdAt);
  return found.map(({ data }) => data as { act: string; by: string; owner: string });
};

const actsToldTo = async (person: { email: string }) => (await toldTo(person)).map(({ act }) => act);

test('the link of an account in use goes to its owner alone, and the owner and all administrators are told', async () => {
  const officer = await buildStaff(db, { grants: [grant('officer')] });
  const secret = await buildTotp(db, officer);
  const other = await buildStaff(db, { grants: [grant('admin')] });
  const suspended = await buildStaff(db, { grants: [grant('admin')], suspendedAt: NOW });
  const params = { id: String(officer.id) };
  const { answer } = await portal.call(staffCalls.inviteStaffAgain, { params, ...asChief() });
  expect(answer.link).toBeNull();
  const found = await db
    .select({ data: mails.data })
    .from(mails)
    .where(and(eq(mails.recipient, officer.email), eq(mails.template, staffInvitationLetter.template)));
  const { secret: sent, renewedBy } = one(found).data as { secret: { token: string }; renewedBy: string };
  expect(renewedBy).toBe(chief.name);
  const told = { act: 'renew_link', by: chief.name, owner: officer.name };
  for (const person of [officer, chief, other]) expect(await toldTo(person)).toMatchObject([told]);
  expect(await toldTo(suspended)).toEqual([]);
  const newPassword = 'a long enough one 77';
  const body = { token: sent.token, newPassword, newPasswordConfirmation: newPassword };
  const accepted = await portal.call(acceptInvitation, {
    body,
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(accepted.answer).toMatchObject({ stage: 'secondFactor', factors: { totp: true }, can: [] });
  const cookie = String(accepted.headers['set-cookie']).split(';')[0] ?? '';
  const proof = { body: { code: codeAt(secret, stepOf(NOW)) }, headers: { ...asChief().headers, cookie } };
  expect((await portal.call(proveCode, proof)).answer.stage).toBe('in');
  for (const person of [officer, chief, other]) {
    expect(await actsToldTo(person)).toEqual(['renew_link', 'set_password']);
  }
});

test('the owner and all administrators are told of other roles', async () => {
  const officer = await buildStaff(db, { grants: [grant('officer')] });
  const body = { roles: [grant('cashier')], version: 0 };
  await portal.call(staffCalls.changeRoles, { params: { id: String(officer.id) }, body, ...asChief() });
  for (const person of [officer, chief]) expect(await actsToldTo(person)).toEqual(['change_roles']);
});

describe('the second factor of a person who lost it', () => {
  const HOUR = 3_600_000;
  const after = (time: number) => new Date(NOW.getTime() + time);
  const due = (time: number) => resetDueFactors({ ...portal.services, clock: () => after(time) });

  const asked = async () => {
    const officer = await buildStaff(db, { grants: [grant('officer')] });
    const secret = await buildTotp(db, officer);
    const own = { headers: { ...asChief().headers, cookie: await enterOffice(db, officer) } };
    const params = { id: String(officer.id) };
    const ask = async (headers = asChief().headers) =>
      (await portal.call(staffCalls.resetSecondFactor, { params, headers })).answer;
    const member = await ask();
    const has = async () =>
      (await portal.call(staffCalls.staffList, asChief())).answer.find(({ id }) => id === officer.id)
        ?.hasSecondFactor;
    return { officer, secret, own, params, ask, member, has };
  };

  test('is removed an hour after an administrator asked for it, with the sessions', async () => {
    const { officer, own, ask, member, has } = await asked();
    const pending = { askedBy: chief.name, dueAt: '2026-12-01T11:00:00+08:00', canConfirm: false };
    expect(member).toMatchObject({ hasSecondFactor: true, factorReset: pending });
    expect(await ask()).toMatchObject({ hasSecondFactor: true, factorReset: pending });
    await due(HOUR - 1);
    expect(await has()).toBe(true);
    expect((await portal.call(currentSession, own)).status).toBe(200);
    await due(HOUR);
    expect(await has()).toBe(false);
    expect((await portal.call(currentSession, own)).status).toBe(401);
    expect((await eventsOf(officer.id)).map(({ actor, action }) => [actor, action])).toEqual([
      [`staff:${chief.id}`, 'staff.ask_factor_reset'],
      ['system', 'staff.reset_second_factor'],
    ]);
    for (const person of [officer, chief]) {
      expect(await actsToldTo(person)).toEqual(['ask_factor_reset', 'reset_second_factor']);
    }
    await due(2 * HOUR);
    expect(await eventsOf(officer.id)).toHaveLength(2);
  });

  test('is removed at once when a second administrator asks too', async () => {
    const { officer, ask } = await asked();
    const second = await buildStaff(db, { grants: [grant('admin')] });
    await buildTotp(db, second);
    const headers = { ...asChief().headers, cookie: await enterOffice(db, second) };
    const list = (await portal.call(staffCalls.staffList, { headers })).answer;
    expect(list.find(({ id }) => id === officer.id)?.factorReset?.canConfirm).toBe(true);
    expect(await ask(headers)).toMatchObject({ hasSecondFactor: false, factorReset: null });
    expect((await eventsOf(officer.id)).map(({ actor }) => actor)).toEqual([
      `staff:${chief.id}`,
      `staff:${second.id}`,
    ]);
  });

  test('stays when the owner proves it meanwhile', async () => {
    const { officer, secret, own, has } = await asked();
    const { status } = await portal.call(proveCode, { body: { code: codeAt(secret, stepOf(NOW)) }, ...own });
    expect(status).toBe(200);
    await due(HOUR);
    expect(await has()).toBe(true);
    const actions = (await eventsOf(officer.id)).map(({ action }) => action);
    expect(actions).toEqual(['staff.ask_factor_reset', 'staff.sign_in', 'staff.keep_second_factor']);
    expect(await actsToldTo(chief)).toEqual(['ask_factor_reset', 'keep_second_factor']);
  });

  test('stays when an administrator cancels, who may do so twice', async () => {
    const { officer, params, has } = await asked();
    for (let n = 0; n < 2; n++) {
      const { answer } = await portal.call(staffCalls.keepSecondFactor, { params, ...asChief() });
      expect(answer.factorReset).toBeNull();
    }
    await due(HOUR);
    expect(await has()).toBe(true);
    expect(await eventsOf(officer.id)).toHaveLength(2);
  });

  test('stays when the administrator who asked is suspended', async () => {
    const { officer, has } = await asked();
    const second = await buildStaff(db, { grants: [grant('admin')] });
    await db.update(staffAccounts).set({ suspendedAt: NOW }).where(eq(staffAccounts.id, chief.id));
    await due(HOUR);
    chief = second;
    await buildTotp(db, chief);
    cookie = await enterOffice(db, chief);
    expect(await has()).toBe(true);
    expect((await eventsOf(officer.id)).map(({ actor, action }) => [actor, action]).at(-1)).toEqual([
      'system',
      'staff.keep_second_factor',
    ]);
  });

  test('is removed or kept, not both, when it is proved as the hour ends', async () => {
    const { officer, secret, own } = await asked();
    const body = { code: codeAt(secret, stepOf(NOW)) };
    const proved = await actDuring(
      db,
      (tx) => resetNextDue(tx, after(HOUR)),
      () => portal.call(proveCode, { body, ...own }),
    );
    expect(proved.status).toBe(422);
    expect((await eventsOf(officer.id)).map(({ action }) => action)).toEqual([
      'staff.ask_factor_reset',
      'staff.reset_second_factor',
    ]);
  });
});

const callsAboutMembers = Object.values(staffCalls).filter(
  (call) => typeof call === 'object' && 'path' in call && call.path.startsWith('/api/office/staff/:id'),
) as (typeof staffCalls.suspendStaff)[];

test.each(callsAboutMembers)('nobody is found under an unknown id: $path', async (call) => {
  const body = { roles: [grant('officer')], version: 0 };
  const { status } = await portal.call(call, { params: { id: '999999' }, body, ...asChief() });
  expect(status).toBe(404);
});

describe('the last administrator', () => {
  test('is neither suspended nor given other roles, even if others are invited or suspended', async () => {
    await buildStaff(db, { passwordHash: null, grants: [grant('admin')] });
    await buildStaff(db, { suspendedAt: NOW, grants: [grant('admin')] });
    const params = { id: String(chief.id) };
    const suspended = await portal.call(staffCalls.suspendStaff, { params, ...asChief() });
    const body = { roles: [grant('auditor')], version: 0 };
    const changed = await portal.call(staffCalls.changeRoles, { params, body, ...asChief() });
    for (const { status, refusal } of [suspended, changed]) {
      expect([status, refusal.message]).toEqual([422, refusals.last_administrator.text]);
    }
    expect(await findGrants(db, chief.id)).toEqual([grant('admin')]);
    expect(await eventsOf(chief.id)).toEqual([]);
  });

  const livingAdministrators = async () => {
    const { rows } = await db.execute(sql`
      select 1 from ${staffRoles} join ${staffAccounts} on ${staffAccounts.id} = ${staffRoles.staffId}
      where ${staffRoles.role} = 'admin' and ${staffAccounts.suspendedAt} is null and ${staffAccounts.passwordHash} is not null`);
    return rows.length;
  };

  test('stays when the last two remove each other at once', async () => {
    const second = await buildStaff(db, { grants: [grant('admin')] });
    const outcomes = await Promise.allSettled([
      inTransaction(db, (tx) => suspendStaff(tx, { staffId: chief.id }, by())),
      inTransaction(db, (tx) =>
        changeRoles(tx, { staffId: second.id, roles: [grant('auditor')], version: 0 }, by()),
      ),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await livingAdministrators()).toBe(1);
  });

  test('would be lost without the lock: each transaction still sees the other one', async () => {
    const second = await buildStaff(db, { grants: [grant('admin')] });
    const meeting = () => {
      const [first, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      return [
        { arrive: first.resolve, met: other.promise },
        { arrive: other.resolve, met: first.promise },
      ] as const;
    };
    const [changed, checked] = [meeting(), meeting()];
    const takeAway = (staffId: number, side: 0 | 1) =>
      inTransaction(db, async (tx) => {
        await tx.update(staffAccounts).set({ suspendedAt: NOW }).where(eq(staffAccounts.id, staffId));
        changed[side].arrive();
        await changed[side].met;
        await refuseWithoutAdministrator(tx);
        checked[side].arrive();
        await checked[side].met;
      });
    await Promise.all([takeAway(chief.id, 0), takeAway(second.id, 1)]);
    expect(await livingAdministrators()).toBe(0);
  });
});

describe('npm run staff:invite', () => {
  const run = (...args: string[]) => inviteFromShell(db, args, NOW);

  test('invites the first administrator, and creates a new link for an existing one', async () => {
    const args = ['--email', 'First@Example.org.tw', '--name', '王小明', '--role', 'admin'];
    const first = await run(...args);
    expect(await findGrants(db, first.staffId)).toEqual([grant('admin')]);
    const second = await run(...args);
    expect([second.staffId, second.invitation.token]).toEqual([
      first.staffId,
      expect.not.stringMatching(first.invitation.token),
    ]);
    expect((await eventsOf(first.staffId)).map(({ actor, action }) => [actor, action])).toEqual([
      ['system', 'staff.invite'],
      ['system', 'staff.invite_again'],
    ]);
  });

  test('says that the name and roles of an existing account stay as they were', async () => {
    const args = ['--email', 'known@example.org.tw', '--name', '王小明', '--role'];
    const base = 'https://portal.example.org.tw';
    const first = await run(...args, 'auditor');
    expect(reportOf(first, base)).not.toContain('維持不變');
    const again = await run(...args, 'admin');
    expect(reportOf(again, base)).toContain('姓名、角色與會別維持不變');
    expect(reportOf(again, base)).toContain(`${base}/office/staff/invitation#${again.invitation.token}`);
    expect(await findGrants(db, first.staffId)).toEqual([grant('auditor')]);
  });

  test.each([
    [['--reset-second-factor'], 0],
    [[], 1],
  ])('with %j leaves an existing account %i apps', async (more, left) => {
    const staff = await buildStaff(db, { grants: [grant('admin')] });
    await buildTotp(db, staff);
    await run('--email', staff.email, '--name', '王小明', '--role', 'admin', ...more);
    expect(await db.$count(staffTotp, eq(staffTotp.staffId, staff.id))).toBe(left);
  });

  test('takes the branch by its code', async () => {
    const branch = await buildOrganization(db);
    const args = [
      '--email',
      'o@example.org.tw',
      '--name',
      '周小姐',
      '--role',
      'officer',
      '--organization',
      branch.code,
    ];
    expect(await findGrants(db, (await run(...args)).staffId)).toEqual([grant('officer', branch.id)]);
  });

  test.each([
    [['--email', 'x@example.org.tw', '--name', '王', '--role', 'king']],
    [['--email', 'x', '--name', '王', '--role', 'admin']],
    [['--name', '王', '--role', 'admin']],
    [['--email', 'x@example.org.tw', '--name', '王', '--role', 'officer', '--organization', 'NIX']],
    [['--email', 'x@example.org.tw', '--name', '王', '--role', 'editor', '--organization', 'TPE']],
    [['--password', 'secret']],
  ])('refuses %j', async (args) => {
    await buildOrganization(db);
    await expect(run(...args)).rejects.toThrow();
    expect(await db.$count(staffAccounts, eq(staffAccounts.email, 'x@example.org.tw'))).toBe(0);
  });
});

describe('roles that a colleague has changed meanwhile', () => {
  const change = (staffId: number, body: unknown) =>
    portal.call(staffCalls.changeRoles, { params: { id: String(staffId) }, body, ...asChief() });
  const versionOf = async (staffId: number) =>
    (await portal.call(staffCalls.staffList, asChief())).answer.find(({ id }) => id === staffId)?.version;

  test('are not overwritten: the refusal names the changes, their author and time', async () => {
    const officer = await buildStaff(db, { grants: [grant('officer')] });
    const version = await versionOf(officer.id);
    expect(version).toBe(0);
    expect((await change(officer.id, { roles: [grant('cashier')], version })).status).toBe(200);
    const { status, refusal } = await change(officer.id, { roles: [grant('auditor')], version });
    const message = `${chief.name} 已於 2026-12-01（二）10:00 變更角色，請確認後再送出`;
    expect([status, refusal.message]).toEqual([409, message]);
    expect(refusal.newer).toEqual({
      version: await versionOf(officer.id),
      changes: [
        {
          key: expect.stringMatching(/^audit-\d+$/),
          at: '2026-12-01T10:00:00+08:00',
          actor: { kind: 'staff', id: chief.id, name: chief.name },
          action: 'staff.change_roles',
          changes: [{ field: 'roles', before: '承辦人員（全會）', after: '會計（全會）' }],
        },
      ],
    });
    expect(await findGrants(db, officer.id)).toEqual([grant('cashier')]);
    const seen = await versionOf(officer.id);
    expect((await change(officer.id, { roles: [grant('auditor')], version: seen })).status).toBe(200);
  });

  test('are written by one of two simultaneous saves', async () => {
    const officer = await buildStaff(db, { grants: [grant('officer')] });
    const roles = [[grant('cashier')], [grant('auditor')]];
    const answers = await Promise.all(roles.map((each) => change(officer.id, { roles: each, version: 0 })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});
