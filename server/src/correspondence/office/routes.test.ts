import type { BodyOf } from '@portal/contract/endpoint';
import { refusals } from '@portal/contract/errors';
import * as contract from '@portal/contract/office/correspondence';
import { PAGE_SIZE } from '@portal/contract/office/list';
import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass, buildOrganization } from '../../../test/factories/catalogue.ts';
import { one } from '../../../test/factories/one.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { buildStaff, decidingStaff, enterOffice, grant } from '../../../test/factories/staff.ts';
import { contactChangedLetter } from '../../accounts/mailbox/letters.ts';
import { passwordCodeLetter, passwordResetLetter } from '../../accounts/passwords/letters.ts';
import { registeredLetter } from '../../accounts/sign-up/letters.ts';
import { accounts } from '../../accounts/tables.ts';
import { auditEvents } from '../../audit/tables.ts';
import { enrolledLetterData } from '../../enrolment/letter-parts.ts';
import { approvedLetter, enrolledLetter } from '../../enrolment/letters.ts';
import type { State } from '../../enrolment/states.ts';
import type { OutgoingMail } from '../../mail/delivery.ts';
import type { Mail } from '../../mail/letters.ts';
import { queueMail } from '../../mail/queue.ts';
import { mailKey, mails } from '../../mail/tables.ts';
import { sendDueMails } from '../../mail/worker.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { staffInvitationLetter, staffPasswordResetLetter } from '../../staff/letters.ts';
import { letters } from '../../timers/letters.ts';
import { messageClass } from '../message-class.ts';

/* 信件 through the calls. */

type Headers = Record<string, string>;

let portal: TestPortal;
let branch: { id: number };
let elsewhere: { id: number };
let officer: Headers;
let stranger: Headers;
let overseer: Headers;
let auditor: Headers;

const enter = async (role: Parameters<typeof grant>[0], organizationId: number | null): Promise<Headers> => {
  const staff = await buildStaff(portal.db, { name: '周小姐', grants: [grant(role, organizationId)] });
  return { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(portal.db, staff) };
};

beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional', PUBLIC_URL: 'http://portal.example' });
  branch = await buildOrganization(portal.db);
  elsewhere = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
  officer = { ...(await enter('officer', branch.id)), origin: 'http://portal.example' };
  stranger = { ...(await enter('officer', elsewhere.id)), origin: 'http://portal.example' };
  overseer = { ...(await enter('officer', null)), origin: 'http://portal.example' };
  auditor = await enter('auditor', branch.id);
});
afterAll(() => portal.close());
beforeEach(() => portal.db.delete(mails));

type Account = Awaited<ReturnType<typeof buildAccount>>;
type TrainingClass = Awaited<ReturnType<typeof buildClass>>;

const about = (trainingClass: TrainingClass) =>
  enrolledLetterData({ ...trainingClass, organization: '臺北市分會', train: '初級急救員訓練' });

const keyOf = async (id: string) =>
  one(
    await portal.db
      .select({ key: mailKey(mails.id) })
      .from(mails)
      .where(eq(mails.id, id)),
  ).key;

/** Queues a mail, and gives its row these values. */
const write = async (account: Account, mail: Mail, values: Partial<typeof mails.$inferInsert> = {}) => {
  await inTransaction(portal.db, (tx) => queueMail(tx, account, mail, NOW));
  const [last] = await portal.db
    .select()
    .from(mails)
    .where(eq(mails.accountId, account.id))
    .orderBy(desc(sql`xmin::text::bigint`));
  const id = last?.id ?? '';
  if (Object.keys(values).length > 0) await portal.db.update(mails).set(values).where(eq(mails.id, id));
  return { id, key: await keyOf(id) };
};

const sent = { state: 'sent', sentAt: NOW, attempts: 1 } as const;
const dead = { state: 'undeliverable', attempts: 1, lastError: '550 No such user' } as const;

/** A mail about a class of the branch. */
const classMail = async (values: Partial<typeof mails.$inferInsert> = {}, person: Partial<Account> = {}) => {
  const trainingClass = await buildClass(portal.db, { organizationId: branch.id });
  const account = await buildAccount(portal.db, { organizationId: branch.id, ...person });
  const mail = approvedLetter({ ...about(trainingClass), name: account.chineseName ?? '', toPay: true });
  return { trainingClass, account, ...(await write(account, mail, values)) };
};

const list = async (query: Record<string, string> = {}, headers = officer) =>
  (await portal.call(contract.mailList, { query, headers })).answer;
const keys = async (query: Record<string, string> = {}, headers = officer) =>
  (await list(query, headers)).rows.map(({ id }) => id);
const look = (key: string, headers = officer) => portal.call(contract.mail, { params: { id: key }, headers });
const again = (key: string, headers = officer) =>
  portal.call(contract.sendMailAgain, { params: { id: key }, headers });
const settle = (key: string, headers = officer) =>
  portal.call(contract.settleMail, { params: { id: key }, headers });

const allMails = () => portal.db.select().from(mails).orderBy(mails.createdAt);

const deliverAll = async (): Promise<OutgoingMail[]> => {
  const out: OutgoingMail[] = [];
  const deliver = async (mail: OutgoingMail) => void out.push(mail);
  const deps = { ...portal.services, letters, publicUrl: 'http://portal.example', deliver };
  while ((await sendDueMails(deps)) > 0);
  return out;
};

describe('the list of mails', () => {
  test('shows letter, recipient, class and state', async () => {
    const { key, trainingClass, account } = await classMail(sent);
    const { rows, total } = await list();
    expect(total).toEqual({ count: 1, isMore: false });
    expect(rows).toEqual([
      {
        id: key,
        createdAt: '2026-12-01T10:00:00+08:00',
        sentAt: '2026-12-01T10:00:00+08:00',
        state: 'sent',
        subject: '報名資格審查通過：初級急救員訓練',
        recipient: account.email,
        person: { id: account.id, name: account.chineseName },
        class: { id: trainingClass.id, code: trainingClass.code },
        organization: '臺北市分會',
      },
    ]);
  });

  test('shows a branch its own mails, and those about accounts to the association alone', async () => {
    const { key, account } = await classMail();
    const { key: welcome } = await write(account, registeredLetter({ name: '王小明' }));
    const other = await buildClass(portal.db, { organizationId: elsewhere.id });
    const away = await write(account, enrolledLetter({ ...about(other), name: '王小明' }));
    expect(await keys({}, officer)).toEqual([key]);
    expect(await keys({}, auditor)).toEqual([key]);
    expect(await keys({}, stranger)).toEqual([away.key]);
    expect((await keys({}, overseer)).toSorted()).toEqual([key, welcome, away.key].toSorted());
    expect(await keys({ organization: String(elsewhere.id) }, overseer)).toEqual([away.key]);
    expect(await keys({ organization: String(elsewhere.id) }, officer)).toEqual([]);
  });

  test('is filtered by state', async () => {
    const byState = {
      waiting: (await classMail()).key,
      held: (await classMail({}, { emailConfirmedAt: null })).key,
      sent: (await classMail(sent)).key,
      undeliverable: (await classMail(dead)).key,
      handled: (await classMail({ ...dead, handledAt: NOW, handledBy: 'staff:1' })).key,
    };
    for (const [state, key] of Object.entries(byState)) {
      const { rows } = await list({ state });
      expect(rows.map((row) => [row.id, row.state])).toEqual([[key, state]]);
    }
  });

  test('counts a mail that an unconfirmed mailbox receives as waiting, not as held', async () => {
    const trainingClass = await buildClass(portal.db, { organizationId: branch.id });
    const account = await buildAccount(portal.db, { emailConfirmedAt: null });
    const { key } = await write(account, enrolledLetter({ ...about(trainingClass), name: '王小明' }));
    expect(await keys({ state: 'waiting' })).toEqual([key]);
    expect(await keys({ state: 'held' })).toEqual([]);
  });

  test('is filtered by class, by day, and by person: name, whole identity number, whole address, account', async () => {
    const { key, trainingClass, account } = await classMail({ createdAt: new Date('2026-11-20T02:00:00Z') });
    await classMail({}, { chineseName: '歐陽若' });
    for (const query of [
      { class: trainingClass.code },
      { person: account.chineseName ?? '', until: '2026-11-20' },
      { person: (account.account ?? '').toLowerCase() },
      { person: (account.email ?? '').toUpperCase() },
      { account: String(account.id) },
      { until: '2026-11-20' },
      { from: '2026-11-20', until: '2026-11-20' },
    ])
      expect([query, await keys(query)]).toEqual([query, [key]]);
    for (const query of [{ person: (account.email ?? '').slice(0, -1) }, { until: '2026-11-19' }])
      expect([query, await keys(query)]).toEqual([query, []]);
  });

  test('goes on at a cursor, and never shows the id of a mail', async () => {
    const trainingClass = await buildClass(portal.db, { organizationId: branch.id });
    const account = await buildAccount(portal.db);
    for (let n = 0; n <= PAGE_SIZE; n++)
      await write(account, enrolledLetter({ ...about(trainingClass), name: '王小明' }));
    const first = await list();
    const second = await list({ after: first.next ?? '' });
    const seen = [...first.rows, ...second.rows].map(({ id }) => id);
    expect(seen.length).toBe(PAGE_SIZE + 1);
    expect(new Set(seen).size).toBe(PAGE_SIZE + 1);
    const cursor = Buffer.from(first.next ?? '', 'base64url').toString();
    const shown = JSON.stringify([first, second]) + cursor;
    for (const { id } of await allMails()) expect(shown).not.toContain(id);
  });

  test('leaves out the subject of a letter that this version does not know', async () => {
    const { key } = await classMail({ template: 'of_tomorrow' });
    expect((await list()).rows[0]).toMatchObject({ id: key, subject: null });
    expect((await look(key)).answer).toMatchObject({ subject: null, parts: null });
  });
});

describe('one mail', () => {
  test('shows its text, its attempts, and the address that the person has now', async () => {
    const { key, account } = await classMail({ ...dead, recipient: 'former@example.com' });
    const { answer } = await look(key);
    expect(answer).toMatchObject({
      state: 'undeliverable',
      recipient: 'former@example.com',
      attempts: 1,
      lastError: '550 No such user',
      nextAt: null,
      handled: null,
      address: { email: account.email, confirmed: true },
      can: { sendAgain: { allowed: true, why: null }, settle: { allowed: true, why: null } },
    });
    expect(answer.parts?.[0]).toEqual({ kind: 'text', text: `${account.chineseName} 您好：` });
    expect(answer.parts).toContainEqual({
      kind: 'link',
      label: '查看報名繳費紀錄',
      link: 'http://portal.example/Auth/PayRecord',
    });
  });

  test('names the registration of its person and the later mails about the class', async () => {
    const { key, account, trainingClass } = await classMail(sent);
    const other = { account: await buildAccount(portal.db), class: await buildClass(portal.db) };
    await buildRegistration(portal.db, { class: trainingClass, account, state: 'cancelled' });
    const { id } = await buildRegistration(portal.db, { class: trainingClass, account });
    await buildRegistration(portal.db, { class: trainingClass, account: other.account });
    await buildRegistration(portal.db, { class: other.class, account });
    expect((await look(key)).answer).toMatchObject({ registrationId: id, later: 0 });
    const letter = enrolledLetter({ ...about(trainingClass), name: '王小明' });
    const later = { createdAt: new Date(NOW.getTime() + 1000) };
    await write(account, letter);
    await write(other.account, letter, later);
    await write(account, enrolledLetter({ ...about(other.class), name: '王小明' }), later);
    expect((await look(key)).answer.later).toBe(0);
    await write(account, letter, later);
    expect((await look(key)).answer.later).toBe(1);
  });

  test('answers like one that does not exist to another branch, and by its id', async () => {
    const { key, id } = await classMail(sent);
    for (const asked of [look(key, stranger), again(key, stranger), settle(key, stranger)])
      expect(await asked).toMatchObject({ status: 404, refusal: { message: refusals.not_found.text } });
    expect((await look(id)).status).toBe(422);
    expect((await look('0'.repeat(64))).status).toBe(404);
  });

  test('shows staff with read access that they may not write', async () => {
    const { key } = await classMail(dead);
    const { answer } = await look(key, auditor);
    expect(answer.can.sendAgain).toEqual({ allowed: false, why: refusals.forbidden.text });
    expect((await again(key, auditor)).status).toBe(403);
  });

  test('never shows secrets of the recipient', async () => {
    const account = await buildAccount(portal.db);
    const secret = { token: 'SECRET-TOKEN', code: '87654321' };
    const dangerous: Mail[] = [
      passwordResetLetter({ name: '王小明', minutes: 60, secret }),
      passwordCodeLetter({ name: '王小明', minutes: 10, secret }),
      contactChangedLetter({ name: '王小明', what: '電子郵件', time: '今天', hours: 72, secret }),
      staffInvitationLetter({ name: '王小明', minutes: 60, secret }),
      staffPasswordResetLetter({ name: '王小明', minutes: 60, secret }),
    ];
    for (const mail of dangerous) {
      for (const values of [{}, { ...sent, data: { ...mail.data, secret: undefined } }]) {
        const { key, id } = await write(account, mail, values);
        const { answer } = await look(key, overseer);
        const shown = JSON.stringify([answer, await list({}, overseer)]);
        for (const hidden of [id, 'SECRET-TOKEN', '87654321', 'not-shown-to-staff'])
          expect([mail.letter.template, shown.includes(hidden)]).toEqual([mail.letter.template, false]);
        const links = answer.parts?.filter(({ kind }) => kind === 'link');
        const isCode = mail.letter.template === passwordCodeLetter.template;
        expect(links).toEqual(isCode ? [] : [expect.objectContaining({ link: null })]);
        if (isCode)
          expect(answer.parts).toContainEqual({
            kind: 'rows',
            rows: [{ term: '驗證碼', value: '（不顯示）' }],
          });
      }
    }
  });

  test('shows the mail about a change without a link as it is', async () => {
    const account = await buildAccount(portal.db);
    const plain = contactChangedLetter({ name: '王小明', what: '手機', time: '今天' });
    const { key } = await write(account, plain);
    expect((await look(key, overseer)).answer.parts).toContainEqual({
      kind: 'link',
      label: '個人資料編輯',
      link: 'http://portal.example/Auth/Profile',
    });
  });

  test('writes every letter that carries a secret without it', () => {
    const secretive = [...letters.values()].filter(({ write: text }) => /secret/.test(String(text)));
    expect(secretive.map(({ template }) => template).toSorted()).toEqual([
      'applicant_code',
      'contact_changed',
      'password_code',
      'password_reset',
      'staff_invitation',
      'staff_password_reset',
    ]);
  });
});

describe('sending again', () => {
  test('goes to the address that the person has now, once, and says that it is a copy', async () => {
    const { key, account } = await classMail(dead);
    await portal.db.update(accounts).set({ email: 'right@example.com' }).where(eq(accounts.id, account.id));
    const { status, answer } = await again(key);
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      state: 'handled',
      handled: { at: '2026-12-01T10:00:00+08:00', by: { kind: 'staff', name: '周小姐' } },
      can: { sendAgain: { allowed: false, why: refusals.mail_handled.text } },
    });
    const [copy] = await deliverAll();
    expect(copy?.to).toBe('right@example.com');
    expect(copy?.text).toContain('本信原於 2026-12-01（二）10:00 寄送，現重新寄出，內容與當時相同。');
    expect(await keys({ state: 'sent' })).toHaveLength(1);
    expect(await again(key)).toMatchObject({ status: 409, refusal: { message: refusals.mail_handled.text } });
    expect(await allMails()).toHaveLength(2);
  });

  test('lets the copy be sent again in its turn, with the time of the first', async () => {
    const { key } = await classMail(sent);
    await again(key);
    await deliverAll();
    portal.clock.now = new Date(NOW.getTime() + 60_000);
    const [copy] = (await list({ state: 'sent' })).rows.filter(({ id }) => id !== key);
    expect((await again(copy?.id ?? '')).status).toBe(200);
    const [second] = await deliverAll();
    portal.clock.now = NOW;
    expect(second?.text).toContain('本信原於 2026-12-01（二）10:00 寄送');
  });

  test('leaves an event in the history of the person', async () => {
    const { key, account } = await classMail(dead);
    await again(key);
    const [event] = await portal.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1);
    expect(event).toMatchObject({
      action: 'mail.send_again',
      subject: 'account',
      subjectId: account.id,
      organizationId: branch.id,
      after: { mail: '報名資格審查通過：初級急救員訓練' },
    });
  });

  test('happens once for a repeated key and for two at once', async () => {
    const { key } = await classMail(sent);
    const keyed = { ...officer, 'idempotency-key': 'again-1' };
    for (const _ of [1, 2]) expect((await again(key, keyed)).status).toBe(200);
    expect(await allMails()).toHaveLength(2);
    const other = await classMail(sent);
    const statuses = (await Promise.all([again(other.key), again(other.key)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
    expect(await allMails()).toHaveLength(4);
  });

  test.each([
    ['that still waits', {}, {}, 'mail_waiting'],
    [
      'whose person has no address any more',
      sent,
      { email: null, emailConfirmedAt: null },
      'mail_no_address',
    ],
    ['of a letter that is not known', { ...sent, template: 'of_tomorrow' }, {}, 'mail_unknown'],
  ] as const)('refuses a mail %s', async (_, values, person, code) => {
    const { key, account } = await classMail(values);
    if ('email' in person) await portal.db.update(accounts).set(person).where(eq(accounts.id, account.id));
    const { status, refusal } = await again(key);
    expect([status, refusal.message]).toEqual([422, refusals[code].text]);
    expect(await allMails()).toHaveLength(1);
  });

  test('refuses a mail about an account, also to the association', async () => {
    const account = await buildAccount(portal.db);
    const { key } = await write(account, registeredLetter({ name: '王小明' }), dead);
    expect(await again(key, overseer)).toMatchObject({
      status: 422,
      refusal: { message: refusals.mail_about_account.text },
    });
    expect((await again(key)).status).toBe(404);
    expect((await settle(key, overseer)).answer.state).toBe('handled');
  });
});

describe('marking as handled', () => {
  test('removes an undeliverable mail from the waiting work, once', async () => {
    const { key } = await classMail(dead);
    expect((await settle(key)).answer).toMatchObject({
      state: 'handled',
      handled: { by: { name: '周小姐' } },
    });
    expect(await keys({ state: 'undeliverable' })).toEqual([]);
    expect((await settle(key)).status).toBe(409);
    expect(await allMails()).toHaveLength(1);
  });

  test('is refused for a mail that was sent', async () => {
    const { key } = await classMail(sent);
    expect(await settle(key)).toMatchObject({
      status: 422,
      refusal: { message: refusals.mail_not_undeliverable.text },
    });
  });

  const lastEvent = async () => {
    const settled = eq(auditEvents.action, 'mail.settle');
    const events = await portal.db
      .select()
      .from(auditEvents)
      .where(settled)
      .orderBy(desc(auditEvents.id))
      .limit(1);
    return one(events);
  };

  test('is recorded in the history of the person, with the subject and the organisation of the mail', async () => {
    const { key, account } = await classMail(dead, { organizationId: elsewhere.id });
    await settle(key);
    expect(await lastEvent()).toMatchObject({
      subject: 'account',
      subjectId: account.id,
      organizationId: branch.id,
      after: { mail: '報名資格審查通過：初級急救員訓練' },
    });
  });

  test('is recorded with the template of a letter that this version does not know', async () => {
    const { key } = await classMail({ ...dead, template: 'of_tomorrow' });
    await settle(key);
    expect((await lastEvent()).after).toEqual({ mail: 'of_tomorrow' });
  });

  test('is open to the association for a mail about an account, and for one to staff', async () => {
    const account = await buildAccount(portal.db, { organizationId: elsewhere.id });
    const own = await write(account, registeredLetter({ name: '王小明' }), dead);
    expect((await look(own.key, overseer)).answer.can.settle).toEqual({ allowed: true, why: null });
    await settle(own.key, overseer);
    expect(await lastEvent()).toMatchObject({
      subject: 'account',
      subjectId: account.id,
      organizationId: elsewhere.id,
    });
    const invitation = staffInvitationLetter({ name: '王小明', minutes: 60, secret: { token: 'SECRET' } });
    const { key } = await write(account, invitation, { ...dead, accountId: null });
    await settle(key, overseer);
    expect(await lastEvent()).toMatchObject({ subject: 'mail', subjectId: null, organizationId: null });
  });
});

describe('a message to the people of a class', () => {
  const states: State[] = ['pending', 'unpaid', 'reported', 'confirmed', 'rejected', 'cancelled'];
  const people = async () => {
    const trainingClass = await buildClass(portal.db, { organizationId: branch.id, limitNumber: 20 });
    const names: Partial<Record<State, string>> = {};
    for (const state of states) {
      const account = await buildAccount(portal.db);
      await buildRegistration(portal.db, { class: trainingClass, account, state });
      names[state] = account.email ?? '';
    }
    return { trainingClass, names };
  };

  const message = {
    audience: 'live',
    subject: '請攜帶工作服',
    text: '第一天請著工作服。\n\n教室在三樓。',
  } as const;
  const preview = (id: number, body: object = message, headers = officer) =>
    portal.call(contract.previewMessage, { params: { id: String(id) }, body, headers });
  const send = (
    id: number,
    body: Partial<BodyOf<typeof contract.sendMessage>> = {},
    headers: Headers = officer,
  ) =>
    portal.call(contract.sendMessage, {
      params: { id: String(id) },
      body: { ...message, recipients: 4, ...body },
      headers,
    });

  test('is previewed as the first recipient will get it', async () => {
    const { trainingClass, names } = await people();
    const { answer } = await preview(trainingClass.id);
    expect(answer).toMatchObject({ recipients: 4, unconfirmed: 0, withoutAddress: 0 });
    const first = one(
      await portal.db
        .select()
        .from(accounts)
        .where(eq(accounts.email, names.pending ?? '')),
    );
    expect(answer.to).toBe(first.chineseName);
    expect(answer.subject).toMatch(/^請攜帶工作服（.+）$/);
    expect(answer.parts.slice(0, 3)).toEqual([
      { kind: 'text', text: `${first.chineseName} 您好：` },
      { kind: 'text', text: '第一天請著工作服。' },
      { kind: 'text', text: '教室在三樓。' },
    ]);
    expect(await allMails()).toEqual([]);
  });

  test.each([
    ['live', ['pending', 'unpaid', 'reported', 'confirmed']],
    ['pending', ['pending']],
    ['unpaid', ['unpaid']],
    ['reported', ['reported']],
    ['confirmed', ['confirmed']],
  ] as const)('goes to the audience %s alone', async (audience, reached) => {
    const { trainingClass, names } = await people();
    const recipients = reached.length;
    expect((await preview(trainingClass.id, { ...message, audience })).answer.recipients).toBe(recipients);
    expect((await send(trainingClass.id, { audience, recipients })).answer).toEqual({ recipients });
    const out = await deliverAll();
    expect(out.map(({ to }) => to).toSorted()).toEqual(reached.map((state) => names[state]).toSorted());
    for (const { text, html } of out) {
      expect(text).toContain('第一天請著工作服。\n\n教室在三樓。');
      expect(html).toContain('>教室在三樓。</p>');
    }
    expect(await keys({ class: trainingClass.code })).toHaveLength(recipients);
  });

  test('waits for the confirmation of a mailbox, and leaves out people without an address', async () => {
    const trainingClass = await buildClass(portal.db, { organizationId: branch.id, limitNumber: 20 });
    for (const person of [
      {},
      { emailConfirmedAt: null },
      { email: null, emailConfirmedAt: null },
    ] satisfies Partial<Account>[])
      await buildRegistration(portal.db, {
        class: trainingClass,
        account: await buildAccount(portal.db, person),
      });
    expect((await preview(trainingClass.id)).answer).toMatchObject({
      recipients: 2,
      unconfirmed: 1,
      withoutAddress: 1,
    });
    await send(trainingClass.id, { recipients: 2 });
    expect(await deliverAll()).toHaveLength(1);
    expect(await keys({ state: 'held', class: trainingClass.code })).toHaveLength(1);
  });

  test('is recorded in the history of the class', async () => {
    const { trainingClass } = await people();
    await send(trainingClass.id);
    const [event] = await portal.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1);
    expect(event).toMatchObject({
      action: 'class.message',
      subject: 'class',
      subjectId: trainingClass.id,
      organizationId: branch.id,
      after: { audience: 'live', mailSubject: message.subject, mailText: message.text, people: 4 },
    });
  });

  test('is sent once for a repeated key, and again only with another text or after an hour', async () => {
    const { trainingClass } = await people();
    const keyed = { ...officer, 'idempotency-key': 'message-1' };
    for (const _ of [1, 2])
      expect((await send(trainingClass.id, {}, keyed)).answer).toEqual({ recipients: 4 });
    expect(await allMails()).toHaveLength(4);
    const repeated = { status: 409, refusal: { message: refusals.message_repeated.text } };
    expect(await send(trainingClass.id)).toMatchObject(repeated);
    expect(await allMails()).toHaveLength(4);
    expect((await send(trainingClass.id, { subject: '改在四樓' })).status).toBe(200);
    expect(await allMails()).toHaveLength(8);
    const now = new Date(NOW.getTime() + 3_600_000);
    const late = { ...message, classId: trainingClass.id, recipients: 4 };
    await inTransaction(portal.db, (tx) => messageClass(tx, late, { actor: decidingStaff(branch.id), now }));
    expect(await allMails()).toHaveLength(12);
  });

  test('is sent once where two send it at the same time', async () => {
    const { trainingClass } = await people();
    const [mine, other] = [
      officer,
      { ...(await enter('officer', branch.id)), origin: 'http://portal.example' },
    ];
    const statuses = (
      await Promise.all([send(trainingClass.id, {}, mine), send(trainingClass.id, {}, other)])
    ).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
    expect(await allMails()).toHaveLength(4);
  });

  test('is refused if the number of people differs from the preview', async () => {
    const { trainingClass } = await people();
    const { status, refusal } = await send(trainingClass.id, { recipients: 3 });
    expect([status, refusal.message]).toEqual([409, '收件人數已變更為 4 人，請重新預覽後再寄出']);
    expect(await allMails()).toEqual([]);
  });

  test('is refused without recipients', async () => {
    const { id } = await buildClass(portal.db, { organizationId: branch.id });
    for (const asked of [preview(id), send(id)])
      expect(await asked).toMatchObject({
        status: 422,
        refusal: { errors: { audience: [refusals.message_nobody.text] } },
      });
  });

  test('does not exist for another branch', async () => {
    const { trainingClass } = await people();
    for (const asked of [preview(trainingClass.id, message, stranger), send(trainingClass.id, {}, stranger)])
      expect((await asked).status).toBe(404);
    expect(await allMails()).toEqual([]);
  });

  test.each([
    ['subject', { subject: '' }, '請輸入主旨'],
    ['subject', { subject: '一\n二' }, '主旨格式不正確'],
    ['text', { text: ' ' }, '請輸入內容'],
    ['text', { text: '字'.repeat(3001) }, '內容不得超過 3000 個字元'],
  ])('is refused with a wrong %s', async (field, body, text) => {
    const { trainingClass } = await people();
    expect((await send(trainingClass.id, body)).refusal.errors).toEqual({ [field]: [text] });
  });

  test('escapes texts of staff', async () => {
    const { trainingClass } = await people();
    await send(trainingClass.id, { text: '<script>alert(1)</script>\n第二行' });
    const [mail] = await deliverAll();
    expect(mail?.html).toContain('>&lt;script&gt;alert(1)&lt;/script&gt;<br>第二行</p>');
  });
});
