import { login } from '@portal/contract/accounts';
import { previewUndo, undoContactChange as undoCall } from '@portal/contract/contact-undo';
import { cities } from '@portal/contract/lookups';
import { forget, resetPassword } from '@portal/contract/passwords';
import { ProfileForm, updateProfile as updateCall } from '@portal/contract/person-form';
import { and, eq, ne, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, buildRegistrationForm, logIn } from '../../../test/factories/account.ts';
import { passportNo } from '../../../test/factories/identity.ts';
import { one } from '../../../test/factories/one.ts';
import { untilWaiting } from '../../../test/locks.ts';
import { multipart } from '../../../test/multipart.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { proveTrainee } from '../actors.ts';
import { replaceResetLink } from '../passwords/reset-links.ts';
import { updateProfile } from '../profile/update-profile.ts';
import { lockAccount } from '../queries.ts';
import { hashToken } from '../sign-in/sessions.ts';
import { accounts, contactUndos } from '../tables.ts';

const HOUR = 3_600_000;
const SECOND = 'another one 77';

type Account = Awaited<ReturnType<typeof buildAccount>>;

let portal: TestPortal;
let account: Account;
let thief: string;

beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.clock.now = NOW;
  account = await buildAccount(portal.db, { country: 'foreign' });
  thief = await logIn(portal.db, account);
});

const later = (hours: number) => {
  portal.clock.now = new Date(NOW.getTime() + hours * HOUR);
};
const stored = async () => one(await portal.db.select().from(accounts).where(eq(accounts.id, account.id)));
const visit = async (token: string) => (await portal.call(cities, { token })).status;

/** Changes what opens the account with a token alone, as a thief would. */
const change = async (fields: { email: string; passport_no?: string }, token = thief) => {
  const {
    country: _,
    password: __,
    password_confirmation: ___,
    ...form
  } = buildRegistrationForm({
    country: 'foreign',
    chinese_name: account.chineseName ?? '',
    passport_no: account.passportNo ?? '',
    organization_id: String(account.organizationId),
    ...fields,
  });
  const { headers, body } = await multipart({ fields: form });
  return portal.call(updateCall, { token, headers, body });
};

const sentTo = (email: string) =>
  portal.db
    .select({ template: mails.template, data: mails.data })
    .from(mails)
    .where(and(eq(mails.accountId, account.id), eq(mails.recipient, email)))
    .orderBy(mails.createdAt);

/** The token of the link that was mailed there; undefined where the mail had none. */
const linkTo = async (email: string): Promise<string | undefined> => {
  const found = (await sentTo(email)).filter(({ template }) => template === 'contact_changed').at(-1);
  return (found?.data as { secret?: { token: string } } | undefined)?.secret?.token;
};

const undo = (token: string | undefined) => portal.call(undoCall, { body: { token } });
const formerEmail = () => account.email ?? '';
const confirmStored = () =>
  portal.db.update(accounts).set({ emailConfirmedAt: NOW }).where(eq(accounts.id, account.id));
const restoredMails = async (email: string) =>
  (await sentTo(email)).filter(({ template }) => template === 'contact_restored');

describe('the link to the former address', () => {
  test('restores address and number, ends all sessions and lets the owner set a new password', async () => {
    const number = passportNo(900_001);
    expect((await change({ email: 'thief@example.com', passport_no: number })).status).toBe(200);
    expect(await stored()).toMatchObject({ email: 'thief@example.com', passportNo: number });

    const { status, answer } = await undo(await linkTo(formerEmail()));
    expect(status).toBe(200);
    expect(await stored()).toMatchObject({ email: account.email, passportNo: account.passportNo });
    expect(await visit(thief)).toBe(401);

    const reset = { token: answer.token, password: SECOND, password_confirmation: SECOND };
    expect((await portal.call(resetPassword, { body: reset })).status).toBe(200);
  });

  test('changes no other account', async () => {
    const other = await buildAccount(portal.db);
    await change({ email: 'thief@example.com' });
    const others = () => portal.db.select().from(accounts).where(ne(accounts.id, account.id));
    const before = await others();
    await undo(await linkTo(formerEmail()));
    expect(await others()).toEqual(before);
    expect(before).toContainEqual(other);
  });

  test('mails both addresses, and does not name the owner to the removed one', async () => {
    await change({ email: 'thief@example.com', passport_no: passportNo(900_004) });
    await undo(await linkTo(formerEmail()));
    const what = '電子郵件、護照號碼或居留證號';
    expect(await restoredMails(formerEmail())).toMatchObject([{ data: { name: account.chineseName, what } }]);
    expect(await restoredMails('thief@example.com')).toMatchObject([{ data: { name: '學員', what } }]);
  });

  test('names only the address if the number was not changed', async () => {
    await change({ email: 'thief@example.com' });
    const body = { token: await linkTo(formerEmail()) };
    const { answer } = await portal.call(previewUndo, { body });
    expect(answer.changes.map(({ name }) => name)).toEqual(['電子郵件']);
    await undo(body.token);
    expect(await restoredMails(formerEmail())).toMatchObject([{ data: { what: '電子郵件' } }]);
  });

  test('waits for a concurrent change, and mails the address of that change too', async () => {
    await change({ email: 'thief@example.com' });
    const link = await linkTo(formerEmail());
    const undoing = await inTransaction(portal.db, async (tx) => {
      await lockAccount(tx, account.id);
      const waiting = undo(link);
      await untilWaiting(portal.db, waiting);
      await tx.update(accounts).set({ email: 'late@example.com' }).where(eq(accounts.id, account.id));
      return { waiting };
    });
    expect((await undoing.waiting).status).toBe(200);
    expect(await restoredMails('late@example.com')).toHaveLength(1);
  });

  test('takes failed logins along to the restored number', async () => {
    const number = passportNo(900_005);
    await change({ email: formerEmail(), passport_no: number });
    const enter = async (as: string | null) =>
      (await portal.call(login, { body: { account: as, password: 'wrong', country: 'foreign' } })).status;
    // The change of the number is compared with the password and counts as the fifth.
    for (let n = 0; n < 4; n++) expect(await enter(number)).toBe(422);
    await undo(await linkTo(formerEmail()));
    expect([await enter(account.passportNo), await enter(number)]).toEqual([429, 422]);
  });

  test('restores all or nothing where the database fails', async () => {
    await change({ email: 'thief@example.com', passport_no: passportNo(900_006) });
    const link = await linkTo(formerEmail());
    await portal.db.execute(sql`
      create function fail() returns trigger language plpgsql as 'begin raise exception ''no space left''; end';
      create trigger fail before update of passport_no on accounts for each row execute function fail()`);
    const { status } = await undo(link);
    await portal.db.execute(sql`drop trigger fail on accounts; drop function fail()`);
    expect([status, (await stored()).email]).toEqual([500, 'thief@example.com']);
    expect((await undo(link)).status).toBe(200);
  });

  test('is valid for 72 hours', async () => {
    await change({ email: 'thief@example.com' });
    const link = await linkTo(formerEmail());
    later(72);
    expect((await undo(link)).refusal.errors).toEqual({ token: [expect.stringContaining('連結已失效')] });
    portal.clock.now = new Date(NOW.getTime() + 72 * HOUR - 1);
    expect((await undo(link)).status).toBe(200);
  });

  test('can be used once, also by two simultaneous presses', async () => {
    await change({ email: 'thief@example.com' });
    const link = await linkTo(formerEmail());
    const answers = await Promise.all([undo(link), undo(link), undo(link)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
    expect((await undo(link)).status).toBe(422);
  });

  test('also undoes later changes by a thief, and ends links to a new password that they requested', async () => {
    await change({ email: 'thief@example.com' });
    const link = await linkTo(formerEmail());
    await confirmStored();
    await change({ email: 'thief2@example.com' });
    const thiefs = await linkTo('thief@example.com');
    expect(thiefs).toEqual(expect.any(String));
    await portal.call(forget, { body: { account: account.passportNo, date: account.birthday } });
    const [mail] = (await sentTo('thief2@example.com')).filter(
      ({ template }) => template === 'password_reset',
    );
    const reset = (mail?.data as { secret?: { token: string } } | undefined)?.secret?.token;

    expect((await undo(link)).status).toBe(200);
    expect(await stored()).toMatchObject({ email: account.email });
    expect((await undo(thiefs)).status).toBe(422);
    const body = { token: reset, password: SECOND, password_confirmation: SECOND };
    expect((await portal.call(resetPassword, { body })).status).toBe(422);
  });

  test('still works after the link of a later change was used, which gives no way to a new password', async () => {
    await change({ email: 'thief@example.com' });
    const link = await linkTo(formerEmail());
    await confirmStored();
    await change({ email: 'thief2@example.com' });
    const reset = await inTransaction(portal.db, (tx) => replaceResetLink(tx, account.id, NOW));
    expect((await undo(await linkTo('thief@example.com'))).answer.token).toBeNull();
    const body = { token: reset, password: SECOND, password_confirmation: SECOND };
    expect((await portal.call(resetPassword, { body })).status).toBe(422);
    expect((await undo(link)).answer.token).toEqual(expect.any(String));
    expect(await stored()).toMatchObject({ email: account.email });
  });

  test('is not sent to an unconfirmed address while an earlier change can be undone', async () => {
    await change({ email: 'slip@example.com' });
    await portal.db.update(accounts).set({ emailConfirmedAt: null }).where(eq(accounts.id, account.id));
    await change({ email: 'fresh@example.com' });
    expect(await linkTo('slip@example.com')).toBeUndefined();
    expect(await linkTo(formerEmail())).toEqual(expect.any(String));
    later(72);
    await change({ email: 'slip@example.com' }, await logIn(portal.db, account, portal.clock.now));
    expect(await linkTo('fresh@example.com')).toEqual(expect.any(String));
  });

  test('exists at most ten times at once', async () => {
    for (let n = 0; n < 12; n++) {
      await confirmStored();
      await change({ email: `fresh${n}@example.com` });
    }
    expect(await portal.db.$count(contactUndos, eq(contactUndos.accountId, account.id))).toBe(10);
  });

  test('restores the address if another person has the former number meanwhile', async () => {
    const number = passportNo(900_002);
    await change({ email: 'thief@example.com', passport_no: number });
    await buildAccount(portal.db, { country: 'foreign', passportNo: account.passportNo });
    expect((await undo(await linkTo(formerEmail()))).status).toBe(200);
    expect(await stored()).toMatchObject({ email: account.email, passportNo: number });
    expect(await visit(thief)).toBe(401);
  });

  test('does nothing for a suspended person', async () => {
    await change({ email: 'thief@example.com' });
    const link = await linkTo(formerEmail());
    await portal.db.update(accounts).set({ suspendedAt: NOW }).where(eq(accounts.id, account.id));
    expect([
      (await undo(link)).status,
      await portal.call(previewUndo, { body: { token: link } }),
    ]).toMatchObject([422, { status: 422 }]);
  });
});

describe('looking at the link', () => {
  test('shows the values to restore partly masked, and changes nothing', async () => {
    await portal.db.update(accounts).set({ email: 'former@example.com' }).where(eq(accounts.id, account.id));
    await change({ email: 'thief@example.com', passport_no: passportNo(900_003) });
    const body = { token: await linkTo('former@example.com') };
    const number = account.passportNo ?? '';
    for (let times = 0; times < 2; times++) {
      const { answer } = await portal.call(previewUndo, { body });
      expect(answer).toEqual({
        changes: [
          { name: '電子郵件', value: 'f***@example.com' },
          { name: '護照號碼或居留證號', value: `${number.slice(0, 1)}***${number.slice(-2)}` },
        ],
      });
    }
    expect([await visit(thief), (await stored()).email]).toEqual([200, 'thief@example.com']);
  });

  test('says that nothing differs if the thief has changed it back', async () => {
    await change({ email: 'thief@example.com', passport_no: passportNo(900_007) });
    const link = await linkTo(formerEmail());
    await change({ email: formerEmail() });
    expect((await portal.call(previewUndo, { body: { token: link } })).answer).toEqual({ changes: [] });
    expect((await undo(link)).status).toBe(200);
    expect(await restoredMails(formerEmail())).toMatchObject([{ data: { what: '電子郵件' } }]);
  });

  test('refuses an unknown, expired or used link', async () => {
    await change({ email: 'thief@example.com' });
    const link = await linkTo(formerEmail());
    const look = async (token = link) => (await portal.call(previewUndo, { body: { token } })).status;
    expect([await look(), await look('never-was')]).toEqual([200, 422]);
    later(72);
    expect(await look()).toBe(422);
    portal.clock.now = NOW;
    await undo(link);
    expect(await look()).toBe(422);
  });
});

describe('a concurrent change by the thief', () => {
  /** The call was admitted before the undo, and writes after it. */
  const writeLate = async (session: { tokenHash: string } | undefined) => {
    await change({ email: 'thief@example.com' });
    const link = await linkTo(formerEmail());
    const form = z.parse(
      ProfileForm,
      buildRegistrationForm({
        country: 'foreign',
        chinese_name: account.chineseName ?? '',
        passport_no: account.passportNo ?? '',
        organization_id: String(account.organizationId),
        email: 'late@example.com',
      }),
    );
    await undo(link);
    const actor = proveTrainee({ accountId: account.id });
    const context = { actor, address: '127.0.0.1', now: NOW, session };
    return updateProfile(portal.services, { form, photo: null }, context);
  };

  test('is refused once the session is ended', async () => {
    await expect(writeLate({ tokenHash: hashToken(thief) })).rejects.toMatchObject({ code: 'session_ended' });
    expect((await stored()).email).toBe(account.email);
  });

  test('would change the address again without the check of the session', async () => {
    await writeLate(undefined);
    expect((await stored()).email).toBe('late@example.com');
  });
});
