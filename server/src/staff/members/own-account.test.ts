import { refusals } from '@portal/contract/errors';
import * as account from '@portal/contract/office/staff';
import {
  chooseColumns,
  currentSession,
  keepViews,
  preferences,
  proveCode,
  signIn,
} from '@portal/contract/office/staff';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { PASSWORD } from '../../../test/factories/account.ts';
import { buildEquippedStaff } from '../../../test/factories/equipped-staff.ts';
import { asStaff, buildStaff, buildTotp, enterOffice, grant } from '../../../test/factories/staff.ts';
import { signInsOf, staffEvents } from '../../../test/staff-events.ts';
import { signInAttempts } from '../../accounts/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { removeTotp } from '../factors/remove-factor.ts';
import { codeAt, stepOf } from '../factors/totp.ts';
import { findOwnSessions } from '../sign-in/own-sessions.ts';
import { staffAccounts, staffInvitations, staffSessions, staffTotp } from '../tables.ts';
import { inviteAgain, inviteStaff } from './invite-staff.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.clock.now = NOW;
  await portal.db.delete(signInAttempts);
});

const own = { 'sec-fetch-site': 'same-origin' };
const withCookie = (cookie: string) => ({ headers: { ...own, cookie } });
const cookieOf = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers['set-cookie']).split(';')[0] ?? '';
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const codeOf = (secret: string) => codeAt(secret, stepOf(portal.clock.now));

const eventsOf = async (staffId: number) =>
  (await staffEvents(portal.db, staffId)).map(({ action }) => action);

let serial = 0;
const invite = () => {
  serial += 1;
  const form = { email: `invited${serial}@example.com`, name: '王小明', roles: [grant('admin')] };
  return inTransaction(portal.db, (tx) => inviteStaff(tx, form, { actor: 'system', now: NOW }));
};

const look = (token: string) => portal.call(account.checkInvitation, { body: { token }, headers: own });

const accept = (token: string, newPassword = 'a long enough one 77', confirmation = newPassword) =>
  portal.call(account.acceptInvitation, {
    body: { token, newPassword, newPasswordConfirmation: confirmation },
    headers: own,
  });

const enter = (email: string, password = PASSWORD) =>
  portal.call(signIn, { body: { email, password }, headers: own });

const confirmApp = (cookie: string, code: string) =>
  portal.call(account.confirmTotp, { body: { code }, ...withCookie(cookie) });

/** Sets up an authenticator app, as somebody new must. */
const setUp = async (cookie: string) => {
  const { secret } = (await portal.call(account.beginTotp, withCookie(cookie))).answer;
  return { secret, added: await confirmApp(cookie, codeOf(secret)) };
};

describe('an invitation', () => {
  test('leads by a password and a second factor into the office, with ten recovery codes', async () => {
    const { staffId, invitation } = await invite();
    expect((await look(invitation.token)).answer).toEqual({
      name: '王小明',
      email: `invited${serial}@example.com`,
    });
    const accepted = await accept(invitation.token);
    expect(accepted.answer).toMatchObject({ stage: 'setUp', can: [], roles: [] });
    const { added } = await setUp(cookieOf(accepted));
    expect(added.answer.session).toMatchObject({ stage: 'in', roles: [{ role: 'admin' }] });
    expect(added.answer.recoveryCodes).toHaveLength(10);
    expect(await eventsOf(staffId)).toEqual(['staff.invite', 'staff.accept_invitation', 'staff.add_totp']);
    const kept = await portal.db.select().from(staffInvitations);
    expect(JSON.stringify(kept)).not.toContain(invitation.token);
  });

  test('holds 72 hours', async () => {
    const { invitation } = await invite();
    portal.clock.now = later(72 * 60);
    expect((await accept(invitation.token)).refusal.errors).toEqual({
      token: [refusals.invitation_ended.text],
    });
    expect((await look(invitation.token)).status).toBe(422);
    portal.clock.now = later(72 * 60 - 1);
    expect((await look(invitation.token)).status).toBe(200);
    expect((await accept(invitation.token)).status).toBe(200);
  });

  test('is not shown once it is used, or the person suspended', async () => {
    const [used, suspended] = [await invite(), await invite()];
    await accept(used.invitation.token);
    await portal.db
      .update(staffAccounts)
      .set({ suspendedAt: NOW })
      .where(eq(staffAccounts.id, suspended.staffId));
    for (const { invitation } of [used, suspended]) {
      expect((await look(invitation.token)).refusal.errors).toEqual({
        token: [refusals.invitation_ended.text],
      });
    }
  });

  test('is accepted once, also by two at once', async () => {
    const { invitation } = await invite();
    const answers = await Promise.all([
      accept(invitation.token),
      accept(invitation.token, 'another long one 78'),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect((await accept(invitation.token)).status).toBe(422);
  });

  test('ends the former invitation and the sessions, and keeps the second factors', async () => {
    const { staffId, invitation } = await invite();
    const { added } = await setUp(cookieOf(await accept(invitation.token)));
    const former = withCookie(cookieOf(added));
    expect((await portal.call(currentSession, former)).status).toBe(200);
    const again = () =>
      inTransaction(portal.db, (tx) => inviteAgain(tx, { staffId }, { actor: 'system', now: NOW }));
    const [second, third] = [await again(), await again()];
    expect((await accept(second.invitation.token)).status).toBe(422);
    const accepted = await accept(third.invitation.token);
    expect(accepted.answer).toMatchObject({
      stage: 'secondFactor',
      factors: { totp: true, recoveryCodes: 10 },
    });
    expect((await portal.call(currentSession, former)).status).toBe(401);
  });

  test('sets the password', async () => {
    const { staffId, invitation } = await invite();
    await accept(invitation.token, 'a long enough one 77');
    const [{ email } = { email: '' }] = await portal.db
      .select({ email: staffAccounts.email })
      .from(staffAccounts)
      .where(eq(staffAccounts.id, staffId));
    expect((await enter(email, 'a long enough one 77')).status).toBe(200);
    expect((await enter(email, 'another long one 78')).status).toBe(422);
  });

  test.each([
    ['shorter than twelve', 'elevenchars', '新密碼至少需要 12 個字元'],
    ['longer than 128', 'ab3'.repeat(43), '新密碼不得超過 128 個字元'],
    ['that everybody tries first', 'abababababab', refusals.password_common.text],
    ['that says the name', '王小明 and eleven more', refusals.password_says_name.text],
    ['that says the mailbox', `my Invited{n} secret`, refusals.password_says_name.text],
  ])('takes no password %s', async (_, password, text) => {
    const { invitation } = await invite();
    const { status, refusal } = await accept(invitation.token, password.replace('{n}', String(serial)));
    expect([status, refusal.errors]).toEqual([422, { newPassword: [text] }]);
  });

  test('refuses a password that is repeated differently', async () => {
    const { invitation } = await invite();
    expect(
      Object.keys((await accept(invitation.token, 'a long enough one', 'x')).refusal.errors ?? {}),
    ).toEqual(['newPasswordConfirmation']);
  });
});

const withTotp = async () => {
  const staff = await buildStaff(portal.db, { grants: [grant('admin')] });
  const secret = await buildTotp(portal.db, staff);
  return { staff, secret, cookie: await enterOffice(portal.db, staff) };
};

/** The actions in the events of the account. */
const removeTotpOf = async (staff: { id: number; name: string }, rule: { factorRequired: boolean }) => {
  const actor = asStaff(staff, []);
  await inTransaction(portal.db, (tx) => removeTotp(tx, rule, { actor, now: NOW }));
  return eventsOf(staff.id);
};

describe('the authenticator app', () => {
  test('is changed by a correct code of the new one; until then the former one counts', async () => {
    const { staff, secret, cookie } = await withTotp();
    const fresh = (await portal.call(account.beginTotp, withCookie(cookie))).answer;
    expect(fresh.address).toContain(`secret=${fresh.secret}`);
    expect((await confirmApp(cookie, codeOf(secret))).status).toBe(422);
    const half = await enter(staff.email);
    const proof = { body: { code: codeOf(secret) }, ...withCookie(cookieOf(half)) };
    expect((await portal.call(proveCode, proof)).status).toBe(200);
    portal.clock.now = later(1);
    expect((await confirmApp(cookie, codeOf(fresh.secret))).status).toBe(200);
    const [row] = await portal.db.select().from(staffTotp).where(eq(staffTotp.staffId, staff.id));
    expect(row).toMatchObject({ secret: fresh.secret, pendingSecret: null });
  });

  test('is confirmed by a code that is then used up', async () => {
    const { invitation } = await invite();
    const { secret, added } = await setUp(cookieOf(await accept(invitation.token)));
    const body = { code: codeOf(secret) };
    expect((await portal.call(proveCode, { body, ...withCookie(cookieOf(added)) })).status).toBe(422);
  });

  test('is not confirmed if none was begun', async () => {
    const { secret, cookie } = await withTotp();
    for (const code of [codeOf(secret), '000000']) {
      const { status, refusal } = await confirmApp(cookie, code);
      expect([status, refusal.errors]).toEqual([422, { code: [refusals.second_factor_wrong.text] }]);
    }
  });

  test('is confirmed by five guesses at most', async () => {
    const { secret, cookie } = await withTotp();
    await portal.call(account.beginTotp, withCookie(cookie));
    for (let n = 0; n < 5; n++) expect((await confirmApp(cookie, codeOf(secret))).status).toBe(422);
    expect((await confirmApp(cookie, codeOf(secret))).status).toBe(429);
  });

  test('is not removed if it is the last second factor and one is required', async () => {
    const { staff, cookie } = await withTotp();
    const { status, refusal } = await portal.call(account.removeTotp, withCookie(cookie));
    expect([status, refusal.message]).toEqual([422, refusals.second_factor_last.text]);
    expect(await removeTotpOf(staff, { factorRequired: false })).toEqual(['staff.remove_totp']);
  });

  test('is removed if a passkey is left, once', async () => {
    const { actor } = await buildEquippedStaff(portal.db);
    const staff = { id: actor.staffId, name: actor.name };
    const { length } = await eventsOf(staff.id);
    for (let n = 0; n < 2; n++) {
      const events = await removeTotpOf(staff, { factorRequired: true });
      expect(events.slice(length)).toEqual(['staff.remove_totp']);
    }
  });

  test('is not set up with the password alone', async () => {
    const { staff } = await withTotp();
    const half = await enter(staff.email);
    expect((await portal.call(account.beginTotp, withCookie(cookieOf(half)))).status).toBe(403);
  });
});

describe('a recovery code', () => {
  const withCodes = async () => {
    const { staff, cookie } = await withTotp();
    const { answer } = await portal.call(account.renewRecoveryCodes, withCookie(cookie));
    const prove = async (code: string) =>
      portal.call(proveCode, { body: { code }, ...withCookie(cookieOf(await enter(staff.email))) });
    return { codes: answer.recoveryCodes, prove, cookie, staff };
  };

  test('replaces the second factor once, in any spelling', async () => {
    const { codes, prove, staff } = await withCodes();
    const [code = ''] = codes;
    expect((await prove(code.toLowerCase().replaceAll('-', ' '))).answer).toMatchObject({
      stage: 'in',
      factors: { recoveryCodes: 9 },
    });
    expect((await prove(code)).status).toBe(422);
    expect(await signInsOf(portal.db, staff.id)).toEqual([{ by: 'recovery_code' }]);
  });

  test('sent twice at once is accepted once', async () => {
    const { codes, prove } = await withCodes();
    const [code = ''] = codes;
    const answers = await Promise.all([prove(code), prove(code)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  test('is invalid once new ones exist', async () => {
    const { codes, prove, cookie } = await withCodes();
    await portal.call(account.renewRecoveryCodes, withCookie(cookie));
    expect((await prove(codes[0] ?? '')).status).toBe(422);
  });
});

describe('a sensitive act', () => {
  test('asks for the second factor again after ten minutes', async () => {
    const { secret, cookie } = await withTotp();
    portal.clock.now = later(10);
    expect((await portal.call(account.renewRecoveryCodes, withCookie(cookie))).status).toBe(200);
    portal.clock.now = later(11);
    const late = await portal.call(account.renewRecoveryCodes, withCookie(cookie));
    expect([late.status, late.refusal.errors]).toEqual([403, { stepUp: [refusals.step_up_required.text] }]);
    const proved = await portal.call(proveCode, { body: { code: codeOf(secret) }, ...withCookie(cookie) });
    expect((await portal.call(account.renewRecoveryCodes, withCookie(cookieOf(proved)))).status).toBe(200);
  });

  test('asks a person without a second factor for the password', async () => {
    const lax = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
    const staff = await buildStaff(lax.db);
    const confirmedAt = new Date(NOW.getTime() - 11 * 60_000);
    const cookie = await enterOffice(lax.db, staff, { confirmedAt });
    expect((await lax.call(account.renewRecoveryCodes, withCookie(cookie))).status).toBe(403);
    const wrong = await lax.call(account.passwordProof, {
      body: { password: 'wrong' },
      ...withCookie(cookie),
    });
    expect(wrong.status).toBe(422);
    const proved = await lax.call(account.passwordProof, {
      body: { password: PASSWORD },
      ...withCookie(cookie),
    });
    expect((await lax.call(account.renewRecoveryCodes, withCookie(cookieOf(proved)))).status).toBe(200);
    await buildTotp(lax.db, staff);
    const body = { password: PASSWORD };
    expect((await lax.call(account.passwordProof, { body, ...withCookie(cookieOf(proved)) })).status).toBe(
      403,
    );
    await lax.close();
  });
});

test('a new password ends the other sessions, and the former password is invalid', async () => {
  const { staff, cookie } = await withTotp();
  const other = await enterOffice(portal.db, staff);
  const change = (password: string, newPassword: string) =>
    portal.call(account.changeStaffPassword, {
      body: { password, newPassword, newPasswordConfirmation: newPassword },
      ...withCookie(cookie),
    });
  expect((await change('wrong', 'a long enough one 77')).refusal.errors).toEqual({
    password: [refusals.old_password_wrong.text],
  });
  expect((await change(PASSWORD, `my name is ${staff.name}`)).refusal.errors).toEqual({
    newPassword: [refusals.password_says_name.text],
  });
  expect((await change(PASSWORD, 'a long enough one 77')).status).toBe(200);
  expect((await portal.call(currentSession, withCookie(cookie))).status).toBe(200);
  expect((await portal.call(currentSession, withCookie(other))).status).toBe(401);
  expect((await enter(staff.email)).status).toBe(422);
});

describe('the own sessions', () => {
  test('are listed with the present one marked, and can be ended singly or together', async () => {
    const { staff, cookie } = await withTotp();
    const other = await enterOffice(portal.db, staff);
    const stranger = await withTotp();
    const list = async () => (await portal.call(account.ownSessions, withCookie(cookie))).answer;
    expect((await list()).map(({ current }) => current).toSorted()).toEqual([false, true]);
    const id = String((await list()).find(({ current }) => !current)?.id);
    const end = (by: string) => portal.call(account.endOwnSession, { params: { id }, ...withCookie(by) });
    expect((await end(stranger.cookie)).status).toBe(404);
    expect((await end(cookie)).status).toBe(200);
    expect((await portal.call(currentSession, withCookie(other))).status).toBe(401);
    expect((await portal.call(account.endOwnSessions, withCookie(cookie))).status).toBe(200);
    expect((await portal.call(currentSession, withCookie(cookie))).status).toBe(401);
    expect((await portal.call(currentSession, withCookie(stranger.cookie))).status).toBe(200);
  });

  test('are listed the last used first, without those that ended', async () => {
    const staff = await buildStaff(portal.db);
    for (const minute of [0, 20, 10]) await enterOffice(portal.db, staff, { now: later(minute) });
    const listed = async (minute: number) =>
      (await findOwnSessions(portal.db, staff.id, later(minute))).map(({ lastUsedAt }) => lastUsedAt);
    expect(await listed(29)).toEqual([later(20), later(10), later(0)]);
    expect(await listed(30)).toEqual([later(20), later(10)]);
  });

  test('are not listed 12 hours after they began, even if in use', async () => {
    const staff = await buildStaff(portal.db);
    await enterOffice(portal.db, staff);
    await portal.db
      .update(staffSessions)
      .set({ lastUsedAt: later(719) })
      .where(eq(staffSessions.staffId, staff.id));
    expect(await findOwnSessions(portal.db, staff.id, later(719))).toHaveLength(1);
    expect(await findOwnSessions(portal.db, staff.id, later(720))).toHaveLength(0);
  });

  test('name the browser, in 300 characters', async () => {
    const { email } = await buildStaff(portal.db);
    const headers = { ...own, 'user-agent': `Firefox ${'x'.repeat(400)}` };
    const entered = await portal.call(signIn, { body: { email, password: PASSWORD }, headers });
    expect(entered.status).toBe(200);
    const [kept] = await portal.db
      .select({ userAgent: staffSessions.userAgent })
      .from(staffSessions)
      .innerJoin(staffAccounts, eq(staffAccounts.id, staffSessions.staffId))
      .where(eq(staffAccounts.email, email));
    expect(kept?.userAgent).toBe(`Firefox ${'x'.repeat(292)}`);
  });
});

test('each person keeps the columns of a list that they chose last', async () => {
  const [mine, other] = [await withTotp(), await withTotp()];
  const choose = (cookie: string, columns: string[]) =>
    portal.call(chooseColumns, { params: { list: 'people' }, body: { columns }, ...withCookie(cookie) });
  for (const columns of [['name', 'email'], ['name']]) await choose(mine.cookie, columns);
  await choose(other.cookie, ['email']);
  const chosen = async (cookie: string) =>
    (await portal.call(preferences, withCookie(cookie))).answer.columns;
  expect(await chosen(mine.cookie)).toEqual({ people: ['name'] });
  expect(await chosen(other.cookie)).toEqual({ people: ['email'] });
});

test('each person keeps the views of a list that they saved last', async () => {
  const [mine, other] = [await withTotp(), await withTotp()];
  const keep = (cookie: string, views: { name: string; query: string }[]) =>
    portal.call(keepViews, { params: { list: 'classes' }, body: { views }, ...withCookie(cookie) });
  const view = { name: '下個月', query: 'month=2027-01&sort=startTime' };
  await keep(mine.cookie, [view, { name: '草稿', query: 'state=draft' }]);
  await keep(mine.cookie, [view]);
  const kept = async (cookie: string) => (await portal.call(preferences, withCookie(cookie))).answer;
  expect(await kept(mine.cookie)).toEqual({ columns: {}, views: { classes: [view] } });
  expect((await kept(other.cookie)).views).toEqual({});
  for (const wrong of [
    [{ ...view, name: '' }],
    [{ ...view, query: '//example.com' }],
    Array.from({ length: 13 }, () => view),
  ])
    expect((await keep(mine.cookie, wrong)).status).toBe(422);
});
