import { askStaffReset, checkStaffReset, resetStaffPassword, signIn } from '@portal/contract/office/staff';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { PASSWORD } from '../../../test/factories/account.ts';
import { buildStaff, buildTotp, enterOffice, grant } from '../../../test/factories/staff.ts';
import { actDuring } from '../../../test/locks.ts';
import { signInAttempts } from '../../accounts/tables.ts';
import { auditEvents } from '../../audit/tables.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { inviteStaff } from '../members/invite-staff.ts';
import { staffAccounts, staffPasswordResets, staffSessions } from '../tables.ts';
import { askForStaffReset } from './ask-for-reset.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'required' });
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.clock.now = NOW;
  await portal.db.delete(mails);
  await portal.db.delete(signInAttempts);
  await portal.db.delete(staffPasswordResets);
});

const MINUTE = 60_000;
const later = (minutes: number) => {
  portal.clock.now = new Date(NOW.getTime() + minutes * MINUTE);
};

const sameOrigin = { 'sec-fetch-site': 'same-origin' };

const ask = (email: string) => portal.call(askStaffReset, { body: { email }, headers: sameOrigin });

const fresh = 'an entirely new one 42';

const reset = (token: string, newPassword = fresh) =>
  portal.call(resetStaffPassword, {
    body: { token, newPassword, newPasswordConfirmation: newPassword },
    headers: sameOrigin,
  });

const check = (token: string) => portal.call(checkStaffReset, { body: { token }, headers: sameOrigin });

const enter = (email: string, password: string) =>
  portal.call(signIn, { body: { email, password }, headers: sameOrigin });

/** The tokens of the mailed links, the newest last. */
const tokensTo = async (email: string): Promise<string[]> => {
  const sent = await portal.db
    .select({ data: mails.data, template: mails.template })
    .from(mails)
    .where(eq(mails.recipient, email))
    .orderBy(mails.createdAt);
  return sent
    .filter(({ template }) => template === 'staff_password_reset')
    .map(({ data }) => (data as { secret: { token: string } }).secret.token);
};

/** An officer with an authenticator. */
const officer = async () => {
  const staff = await buildStaff(portal.db, { grants: [grant('officer')] });
  await buildTotp(portal.db, staff);
  return staff;
};

const linkOf = async (email: string): Promise<string> => {
  await ask(email);
  return (await tokensTo(email)).at(-1) ?? '';
};

test('a mailed link sets a new password; the second factor is asked for next', async () => {
  const { id, email } = await officer();
  const token = await linkOf(email);
  expect((await check(token)).answer).toMatchObject({ email });
  const { status, answer } = await reset(token);
  expect([status, answer.stage]).toEqual([200, 'secondFactor']);
  expect((await enter(email, fresh)).answer.stage).toBe('secondFactor');
  const events = await portal.db.select().from(auditEvents).where(eq(auditEvents.subjectId, id));
  expect(events.map(({ action }) => action)).toContain('staff.reset_password');
});

test('all sessions end, and the owner is told', async () => {
  const { id, email } = await officer();
  await enterOffice(portal.db, { id });
  const token = await linkOf(email);
  await portal.db.delete(mails);
  await reset(token);
  // The session that the link has just begun.
  expect(await portal.db.$count(staffSessions, eq(staffSessions.staffId, id))).toBe(1);
  const told = await portal.db.select().from(mails).where(eq(mails.recipient, email));
  expect(told.map(({ template }) => template)).toEqual(['staff_account']);
});

test('passwords, links and sessions of other people stay as they are', async () => {
  const [staff, other] = [await officer(), await officer()];
  await enterOffice(portal.db, other);
  const link = await linkOf(other.email);
  await reset(await linkOf(staff.email));
  expect(await portal.db.$count(staffSessions, eq(staffSessions.staffId, other.id))).toBe(1);
  expect((await enter(other.email, PASSWORD)).status).toBe(200);
  expect((await check(link)).status).toBe(200);
});

test('wrong passwords of before no longer lock the owner out', async () => {
  const { email } = await officer();
  const token = await linkOf(email);
  for (let n = 0; n < 5; n++) await enter(email, 'wrong');
  expect((await enter(email, PASSWORD)).status).toBe(429);
  await reset(token);
  expect((await enter(email, fresh)).status).toBe(200);
});

test('a link is refused if its owner is suspended at the same moment', async () => {
  const { id, email } = await officer();
  const token = await linkOf(email);
  const answer = await actDuring(
    portal.db,
    (tx) => tx.update(staffAccounts).set({ suspendedAt: NOW }).where(eq(staffAccounts.id, id)),
    () => reset(token),
  );
  expect(answer.code).toBe('staff_reset_ended');
});

test('an unknown address is answered no sooner than a known one', async () => {
  const times: number[] = [];
  for (let n = 0; n < 5; n++) {
    const asked = performance.now();
    const asking = { address: '192.0.2.1', now: NOW };
    await askForStaffReset(portal.db, { email: `nobody${n}@example.com` }, asking);
    times.push(performance.now() - asked);
  }
  // Timers may be early by a few milliseconds.
  expect(Math.min(...times)).toBeGreaterThan(95);
});

describe('the answer is the same, and no mail is sent, for', () => {
  const accounts: [string, () => Promise<string>][] = [
    ['an unknown address', async () => 'nobody@example.com'],
    [
      'somebody who was invited',
      async () => {
        const form = { email: 'invited@example.com', name: '王小明', roles: [grant('officer')] };
        await inTransaction(portal.db, (tx) => inviteStaff(tx, form, { actor: 'system', now: NOW }));
        await portal.db.delete(mails);
        return form.email;
      },
    ],
    [
      'a suspended account',
      async () => {
        const { id, email } = await officer();
        await portal.db.update(staffAccounts).set({ suspendedAt: NOW }).where(eq(staffAccounts.id, id));
        return email;
      },
    ],
  ];
  test.each(accounts)('%s', async (_, prepare) => {
    const known = await ask((await officer()).email);
    const email = await prepare();
    const { status, answer } = await ask(email);
    expect([status, answer]).toEqual([known.status, known.answer]);
    expect(await tokensTo(email)).toEqual([]);
  });
});

describe('a link is refused', () => {
  test.each<[string, (token: string, staff: { id: number; email: string }) => Promise<unknown>]>([
    ['after its use', (token) => reset(token)],
    ['after an hour', async () => later(60)],
    ['after a newer one was asked for', (_, { email }) => ask(email)],
    [
      'once its owner is suspended',
      (_, { id }) =>
        portal.db.update(staffAccounts).set({ suspendedAt: NOW }).where(eq(staffAccounts.id, id)),
    ],
  ])('%s', async (_, end) => {
    const staff = await officer();
    const token = await linkOf(staff.email);
    await end(token, staff);
    expect((await check(token)).code).toBe('staff_reset_ended');
    expect((await reset(token, 'another good password 7')).code).toBe('staff_reset_ended');
  });

  test.each(['', 'short', 'x'.repeat(43), "' or 1=1 --"])('if it is %j', async (token) => {
    const { status, refusal } = await reset(token);
    expect([status, refusal.errors]).toEqual([422, { token: ['連結已失效，請重新申請設定密碼'] }]);
  });
});

test('a weak password is refused and leaves the link valid', async () => {
  const { email } = await officer();
  const token = await linkOf(email);
  expect((await reset(token, email)).status).toBe(422);
  expect((await reset(token)).status).toBe(200);
});

test('asks are limited, for known and unknown addresses alike', async () => {
  const { email } = await officer();
  for (const address of [email, 'nobody@example.com']) {
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) statuses.push((await ask(address)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  }
});

test('further asks leave the last link alive', async () => {
  const { email } = await officer();
  for (let n = 0; n < 5; n++) await ask(email);
  await portal.db.delete(signInAttempts);
  await ask(email);
  const tokens = await tokensTo(email);
  expect(tokens).toHaveLength(5);
  expect((await reset(tokens.at(-1) ?? '')).status).toBe(200);
});

test('a person gets five links an hour, whatever others ask for', async () => {
  const [staff, other] = [await officer(), await officer()];
  const linksAt = async (minutes: number, { email }: { email: string }) => {
    later(minutes);
    await portal.db.delete(signInAttempts);
    await ask(email);
    return (await tokensTo(email)).length;
  };
  for (let n = 0; n < 5; n++) await linksAt(n, staff);
  expect(await linksAt(59, staff)).toBe(5);
  expect(await linksAt(59, other)).toBe(1);
  expect(await linksAt(60, staff)).toBe(6);
});

test('a link ends once', async () => {
  const staff = await officer();
  const token = await linkOf(staff.email);
  await reset(token);
  later(1);
  await ask(staff.email);
  const ends = await portal.db
    .select({ usedAt: staffPasswordResets.usedAt })
    .from(staffPasswordResets)
    .orderBy(staffPasswordResets.createdAt);
  expect(ends).toEqual([{ usedAt: NOW }, { usedAt: null }]);
});

test('another site cannot ask', async () => {
  const { status } = await portal.call(askStaffReset, {
    body: { email: 'a@example.com' },
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  expect(status).toBe(403);
});
