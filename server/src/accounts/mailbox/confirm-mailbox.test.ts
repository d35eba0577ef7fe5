import { confirmMailbox, resendConfirmation } from '@portal/contract/mailbox';
import { resetPassword } from '@portal/contract/passwords';
import { register, updateProfile } from '@portal/contract/person-form';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, buildRegistrationForm, logIn } from '../../../test/factories/account.ts';
import { buildOrganization } from '../../../test/factories/catalogue.ts';
import { one } from '../../../test/factories/one.ts';
import { untilWaiting } from '../../../test/locks.ts';
import { multipart } from '../../../test/multipart.ts';
import { groupAddedLetter } from '../../groups/letters.ts';
import type { OutgoingMail } from '../../mail/delivery.ts';
import type { Mail } from '../../mail/letters.ts';
import { queueMail } from '../../mail/queue.ts';
import { mails } from '../../mail/tables.ts';
import { MAILBOX_LIMIT, sendDueMails } from '../../mail/worker.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { letters } from '../../timers/letters.ts';
import { passwordChangedLetter, passwordResetLetter } from '../passwords/letters.ts';
import { makeResetLink } from '../passwords/reset-links.ts';
import { registeredLetter } from '../sign-up/letters.ts';
import { accounts } from '../tables.ts';
import { markMailboxConfirmed } from './confirm-mailbox.ts';

const HOUR = 3_600_000;
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
  await buildOrganization(portal.db);
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.clock.now = NOW;
  await portal.db.delete(mails);
});

type Account = Awaited<ReturnType<typeof buildAccount>>;

const buildUnconfirmed = () => buildAccount(portal.db, { emailConfirmedAt: null });

const confirmedAt = async ({ id }: { id: number }) =>
  one(await portal.db.select().from(accounts).where(eq(accounts.id, id))).emailConfirmedAt;

const sendMails = async (): Promise<OutgoingMail[]> => {
  const sent: OutgoingMail[] = [];
  const deliver = async (mail: OutgoingMail) => void sent.push(mail);
  while (
    (await sendDueMails({ ...portal.services, letters, publicUrl: 'https://portal.example', deliver })) > 0
  );
  return sent;
};

const queue = (account: Account, mail: Mail) =>
  portal.db.transaction((tx) => queueMail(tx, account, mail, portal.clock.now));

const welcome = registeredLetter({ name: '恭喜中獎' });
const added = groupAddedLetter({ name: '恭喜中獎', group: '藍海', manager: '王大同' });
const changed = passwordChangedLetter({ name: '恭喜中獎', time: '今天' });

const tokenIn = (mail: OutgoingMail | undefined): string =>
  /[?&]mail=([0-9a-f-]{36})/.exec(mail?.text ?? '')?.[1] ?? '';

const open = (token: string) => portal.call(confirmMailbox, { body: { token } });

const joinWith = async (overrides: Parameters<typeof buildRegistrationForm>[0]) => {
  const { body, headers } = await multipart({ fields: buildRegistrationForm(overrides) });
  return portal.call(register, { body, headers });
};

const changeEmail = async (account: Account, email: string) => {
  const { password: _, password_confirmation: __, country: ___, ...form } = buildRegistrationForm();
  const fields = {
    ...form,
    organization_id: String(account.organizationId),
    chinese_name: account.chineseName ?? '',
    id_number: account.idNumber ?? '',
    birthday: account.birthday ?? '',
    email,
  };
  const { body, headers } = await multipart({ fields });
  return portal.call(updateProfile, {
    body,
    headers,
    token: await logIn(portal.db, account, portal.clock.now),
  });
};

describe('a mailbox', () => {
  test('is confirmed by the link in the welcome mail, again and again', async () => {
    const { answer } = await joinWith({ email: 'welcome@example.com' });
    expect(answer.user.email_confirmed).toBe(false);
    const [mail] = await sendMails();
    const token = tokenIn(mail);
    for (const _ of [1, 2]) expect(await open(token)).toMatchObject({ status: 200 });
    const account = one(
      await portal.db.select().from(accounts).where(eq(accounts.email, 'welcome@example.com')),
    );
    expect(account.emailConfirmedAt).toEqual(NOW);
  });

  test('stays confirmed since then, when the link is opened again later', async () => {
    const account = await buildUnconfirmed();
    await queue(account, welcome);
    const [mail] = await sendMails();
    await open(tokenIn(mail));
    portal.clock.now = new Date(NOW.getTime() + HOUR);
    await open(tokenIn(mail));
    expect(await confirmedAt(account)).toEqual(NOW);
  });

  test.each(['', 'x', UNKNOWN, `${UNKNOWN}'`])('is not confirmed by %j', async (token) => {
    const { status, refusal } = await open(token);
    expect(status).toBe(422);
    expect(refusal.errors).toEqual({ token: ['連結已失效，請至個人資料編輯重新寄送確認信'] });
  });

  test('is not confirmed by a mail to the address before', async () => {
    const account = await buildUnconfirmed();
    await queue(account, welcome);
    const [mail] = await sendMails();
    const other = { email: 'other@example.com' };
    await portal.db.update(accounts).set(other).where(eq(accounts.id, account.id));
    await queue({ ...account, ...other }, welcome);
    expect((await open(tokenIn(mail))).status).toBe(422);
    expect(await confirmedAt(account)).toBeNull();
  });

  test('is not confirmed by a mail to an address that is being changed', async () => {
    const account = await buildUnconfirmed();
    await queue(account, welcome);
    const [mail] = await sendMails();
    const { trainingClass } = await inTransaction(portal.db, async (tx) => {
      await tx.update(accounts).set({ email: 'other@example.com' }).where(eq(accounts.id, account.id));
      const waiting = open(tokenIn(mail));
      await untilWaiting(portal.db, waiting);
      return { trainingClass: waiting };
    });
    expect((await trainingClass).status).toBe(422);
    expect(await confirmedAt(account)).toBeNull();
  });

  test('is confirmed by setting a new password by the mailed link', async () => {
    const account = await buildUnconfirmed();
    const token = await inTransaction(portal.db, (tx) => makeResetLink(tx, account.id, NOW));
    const password = 'another one 77';
    await portal.call(resetPassword, { body: { token, password, password_confirmation: password } });
    expect(await confirmedAt(account)).toEqual(NOW);
  });

  test('is unconfirmed again after the e-mail was changed', async () => {
    const account = await buildAccount(portal.db);
    expect((await changeEmail(account, 'changed@example.com')).answer.email_confirmed).toBe(false);
    expect(await confirmedAt(account)).toBeNull();
    const sent = await sendMails();
    const mail = sent.find(({ to }) => to === 'changed@example.com');
    expect(mail?.subject).toContain('請確認您的電子信箱');
    expect((await open(tokenIn(mail))).status).toBe(200);
    expect(await confirmedAt(account)).toEqual(NOW);
  });

  test('stays confirmed if the form has the same e-mail', async () => {
    const account = await buildAccount(portal.db);
    await changeEmail(account, account.email ?? '');
    expect(await confirmedAt(account)).toEqual(NOW);
    expect(await sendMails()).toEqual([]);
  });
});

describe('a mail to a mailbox that is not confirmed', () => {
  test('contains no text of the person, and asks to open its link', async () => {
    const account = await buildUnconfirmed();
    await queue(account, welcome);
    const [mail] = await sendMails();
    expect(mail?.text).toMatch(/^您好：/);
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toContain('恭喜中獎');
    expect(mail?.text).toContain('請點選信中的連結，以確認這是您的電子信箱');
    expect(mail?.html).toContain(`/ClassInfo?mail=${tokenIn(mail)}`);
  });

  test('is an ordinary mail once it is confirmed', async () => {
    await queue(await buildAccount(portal.db), welcome);
    const [mail] = await sendMails();
    expect(mail?.text).toMatch(/^恭喜中獎 您好：/);
    expect(mail?.text).not.toContain('mail=');
    expect(mail?.text).not.toContain('確認這是您的電子信箱');
  });

  test('waits until the mailbox is confirmed, except welcome, enrolment and security mails', async () => {
    const account = await buildUnconfirmed();
    for (const mail of [added, welcome, changed]) await queue(account, mail);
    const sent = await sendMails();
    expect(sent.map(({ subject }) => subject).toSorted()).toEqual(
      ['【學員訓練報名網】加入學員成功', '【學員訓練報名網】密碼變更通知'].toSorted(),
    );
    for (const { text } of sent) expect(text).not.toContain('恭喜中獎');

    portal.clock.now = new Date(NOW.getTime() + 29 * 24 * HOUR);
    expect(await sendMails()).toEqual([]);
    await open(tokenIn(sent[0]));
    const [late] = await sendMails();
    expect(late?.subject).toBe('【學員訓練報名網】您已加入團體：藍海');
    expect(late?.text).toContain('恭喜中獎 您好：');
  });

  test('is sent at once when the mailbox is confirmed', async () => {
    const account = await buildUnconfirmed();
    await queue(account, added);
    expect(await sendMails()).toEqual([]);
    await inTransaction(portal.db, (tx) => markMailboxConfirmed(tx, account.id, NOW));
    expect(await sendMails()).toHaveLength(1);
  });

  test('is postponed after a failure like any mail, if it need not wait for the confirmation', async () => {
    const account = await buildUnconfirmed();
    for (const mail of [welcome, changed]) await queue(account, mail);
    const later = new Date(NOW.getTime() + HOUR);
    await portal.db.update(mails).set({ dueAt: later });
    await inTransaction(portal.db, (tx) => markMailboxConfirmed(tx, account.id, NOW));
    expect(await portal.db.$count(mails, eq(mails.dueAt, later))).toBe(2);
  });

  test('stays postponed when the mailbox is confirmed again', async () => {
    const account = await buildAccount(portal.db);
    await queue(account, added);
    await portal.db.update(mails).set({ dueAt: new Date(NOW.getTime() + HOUR) });
    await inTransaction(portal.db, (tx) => markMailboxConfirmed(tx, account.id, NOW));
    expect(await sendMails()).toEqual([]);
  });

  test('is dropped after a month', async () => {
    const account = await buildUnconfirmed();
    await queue(account, added);
    portal.clock.now = new Date(NOW.getTime() + 30 * 24 * HOUR + 1);
    expect(await sendMails()).toEqual([]);
    const [row] = await portal.db.select().from(mails);
    expect(row).toMatchObject({ state: 'undeliverable', lastError: 'mailbox not confirmed' });
  });

  test('follows the person to another address', async () => {
    const account = await buildUnconfirmed();
    await queue(account, welcome);
    await changeEmail(account, 'moved@example.com');
    const sent = await sendMails();
    const toFormer = sent.filter(({ to }) => to === account.email);
    expect(toFormer.map(({ subject }) => subject)).toEqual(['【學員訓練報名網】個人資料變更通知']);
    expect(toFormer[0]?.text).not.toContain(account.chineseName);
    expect(sent.filter(({ to }) => to === 'moved@example.com')).toHaveLength(3);
  });
});

describe('requesting another link', () => {
  const ask = async (account: Account) =>
    portal.call(resendConfirmation, { token: await logIn(portal.db, account, portal.clock.now) });

  test('mails one', async () => {
    const account = await buildUnconfirmed();
    expect((await ask(account)).answer).toEqual({
      message: '已重寄確認信，請至您的電子信箱收信',
      confirmed: false,
    });
    const [mail] = await sendMails();
    expect(mail).toMatchObject({ to: account.email, subject: '【學員訓練報名網】請確認您的電子信箱' });
    expect((await open(tokenIn(mail))).status).toBe(200);
  });

  test('mails none to a mailbox that is confirmed, and says so', async () => {
    const { answer } = await ask(await buildAccount(portal.db));
    expect(answer).toEqual({ message: '電子信箱已確認', confirmed: true });
    expect(await sendMails()).toEqual([]);
  });

  test('is refused after five within an hour, also at once', async () => {
    const account = await buildUnconfirmed();
    const token = await logIn(portal.db, account);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => portal.call(resendConfirmation, { token })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(3);
    expect(refused[0]?.refusal).toEqual({ message: '確認信寄送次數過多，請於 60 分鐘後再試' });
    expect(refused[0]?.headers['retry-after']).toBe('3600');
    expect((await ask(await buildUnconfirmed())).status).toBe(200);
    portal.clock.now = new Date(NOW.getTime() + HOUR);
    expect((await ask(account)).status).toBe(200);
  });

  test('waits until the first of the five is an hour old', async () => {
    const account = await buildUnconfirmed();
    for (let n = 0; n < 5; n++) {
      portal.clock.now = new Date(NOW.getTime() + n * 60_000);
      await ask(account);
    }
    portal.clock.now = new Date(NOW.getTime() + HOUR / 2);
    expect((await ask(account)).headers['retry-after']).toBe('1800');
  });

  test('counts mails caused by changed addresses, and a change beyond the limit mails nothing', async () => {
    const account = await buildUnconfirmed();
    for (let n = 1; n <= 7; n++) await changeEmail(account, `stranger${n}@example.com`);
    const asked = () => portal.db.$count(mails, eq(mails.template, 'email_confirmation'));
    expect(await asked()).toBe(5);
    portal.clock.now = new Date(NOW.getTime() + 2 * HOUR);
    await changeEmail(account, 'later@example.com');
    expect(await asked()).toBe(6);
  });
});

describe('security mails', () => {
  const reset = passwordResetLetter({ name: '', minutes: 60, secret: { token: 'T' } });

  test('are sent before five hundred others', async () => {
    const [account, other] = [await buildAccount(portal.db), await buildAccount(portal.db)];
    await portal.db.execute(sql`insert into mails (account_id, recipient, template, data, due_at, created_at)
      select ${other.id}, 'many' || n || '@example.com', 'registered', '{"name": ""}', ${NOW}::timestamptz - interval '1 hour', ${NOW}
      from generate_series(1, 500) n`);
    await queue(account, reset);
    await queue(account, changed);
    const sent: string[] = [];
    await sendDueMails({
      ...portal.services,
      letters,
      publicUrl: 'https://portal.example',
      deliver: async ({ to, subject }) => void sent.push(`${subject} ${to}`),
    });
    expect(sent).toHaveLength(5);
    expect(sent).toContain(`【學員訓練報名網】密碼重設通知 ${account.email}`);
    expect(sent).toContain(`【學員訓練報名網】密碼變更通知 ${account.email}`);
  });

  const fill = (account: Account) =>
    portal.db.execute(sql`insert into mails (account_id, recipient, template, data, state, attempts, due_at, created_at, sent_at)
      select ${account.id}, ${account.email}, 'registered', '{}', 'sent', 1, ${NOW}, ${NOW}, ${NOW}
      from generate_series(1, ${MAILBOX_LIMIT}) n`);

  test('reach a mailbox beyond its hourly limit', async () => {
    const account = await buildAccount(portal.db);
    await fill(account);
    for (const mail of [welcome, changed, reset]) await queue(account, mail);
    expect((await sendMails()).map(({ subject }) => subject).toSorted()).toEqual([
      '【學員訓練報名網】密碼變更通知',
      '【學員訓練報名網】密碼重設通知',
    ]);
  });

  test('wait at the hourly limit of an unconfirmed mailbox, except reset links', async () => {
    const account = await buildUnconfirmed();
    await fill(account);
    for (const mail of [changed, reset]) await queue(account, mail);
    expect((await sendMails()).map(({ subject }) => subject)).toEqual(['【學員訓練報名網】密碼重設通知']);
  });
});
