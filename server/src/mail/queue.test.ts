import { UNDO_SECONDS } from '@portal/contract/office/undo';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass } from '../../test/factories/catalogue.ts';
import { buildCertificate } from '../../test/factories/certificate.ts';
import { one } from '../../test/factories/one.ts';
import { blocksTouched } from '../../test/plans/plans.ts';
import { record } from '../../test/plans/recorder.ts';
import { passwordResetLetter } from '../accounts/passwords/letters.ts';
import { registeredLetter } from '../accounts/sign-up/letters.ts';
import { renewalRejectedLetter } from '../certificates/letters.ts';
import { enrolledLetter } from '../enrolment/letters.ts';
import { inTransaction } from '../platform/database/database.ts';
import { defineLetter, type Mail } from './letters.ts';
import { queueMail, queueMails, releaseMails } from './queue.ts';
import { mails } from './tables.ts';

/* The class and the organisation that a mail is about are filled in by the database. */

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const queued = async (mail: Mail) => {
  const account = await buildAccount(portal.db);
  await inTransaction(portal.db, (tx) => queueMail(tx, account, mail, NOW));
  return one(await portal.db.select().from(mails).where(eq(mails.accountId, account.id)));
};

const about = {
  ...{ name: '王小明', train: '急救人員', startTime: '', place: '教室', organization: '臺北市分會' },
  ...{ toPay: true, fee: 600, paymentDays: 7 },
};

test('a mail about a class belongs to the class and its organisation', async () => {
  const { id, code, organizationId } = await buildClass(portal.db);
  await buildClass(portal.db);
  expect(await queued(enrolledLetter({ ...about, code }))).toMatchObject({ classId: id, organizationId });
});

test('a mail about a certificate belongs to the organisation of the certificate', async () => {
  const account = await buildAccount(portal.db);
  const { number, organizationId } = await buildCertificate(portal.db, { account });
  const mail = renewalRejectedLetter({ name: '王小明', certificate: '急救人員', number, reason: '未滿時數' });
  expect(await queued(mail)).toMatchObject({ classId: null, organizationId });
});

test('a mail about an account belongs to no organisation', async () => {
  expect(await queued(registeredLetter({ name: '王小明' }))).toMatchObject({
    classId: null,
    organizationId: null,
  });
});

test('mails of a thousand people and one are all queued', async () => {
  const { id } = await buildAccount(portal.db);
  const people = Array.from({ length: 1001 }, (_, n) => ({ id, email: `${n}@example.com` }));
  await inTransaction(portal.db, (tx) =>
    queueMails(tx, people, () => registeredLetter({ name: '王小明' }), NOW),
  );
  expect(await portal.db.$count(mails, eq(mails.accountId, id))).toBe(1001);
});

test('a mail is queued without reading those that wait, of which PostgreSQL expects only a few', async () => {
  const account = await buildAccount(portal.db);
  const touched = async () => {
    const [insert] = (
      await record(() =>
        inTransaction(portal.db, (tx) =>
          queueMail(tx, account, enrolledLetter({ ...about, code: 'A' }), NOW),
        ),
      )
    ).filter(({ text }) => text.includes('insert into'));
    if (!insert) throw new Error('no mail was queued');
    return blocksTouched(portal.db, insert);
  };
  await portal.db.delete(mails);
  await portal.db.execute(sql`analyze ${mails}`);
  const alone = await touched();
  const { id } = await buildAccount(portal.db);
  await portal.db.execute(sql`
    insert into ${mails} (account_id, recipient, template, data, due_at, created_at)
    select ${id}, n || '@example.com', 'registered', '{}', ${NOW}, ${NOW} from generate_series(1, 3000) n`);
  expect(await touched()).toBeLessThan(alone + 30);
});

test('an urgent mail to a former address that was never confirmed does not go first', async () => {
  const account = await buildAccount(portal.db);
  const mail = passwordResetLetter({ name: '王小明', minutes: 60, secret: { token: 'A1' } });
  for (const hasConfirmedMailbox of [true, false])
    await inTransaction(portal.db, (tx) => queueMail(tx, { ...account, hasConfirmedMailbox }, mail, NOW));
  const rows = await portal.db.select().from(mails).where(eq(mails.accountId, account.id)).orderBy(mails.id);
  expect(rows.map(({ urgent }) => urgent).toSorted()).toEqual([false, true]);
});

test('a mail of a decision that can be undone waits, and later ones to the same person with it unless they are urgent', async () => {
  const [account, other] = [await buildAccount(portal.db), await buildAccount(portal.db)];
  const waiting = enrolledLetter({ ...about, code: 'A' });
  const reset = passwordResetLetter({ name: '王小明', minutes: 60, secret: { token: 'A1' } });
  await inTransaction(portal.db, async (tx) => {
    await queueMail(tx, account, { ...waiting, heldFor: 'payment:7' }, NOW);
    for (const mail of [waiting, reset]) await queueMail(tx, account, mail, NOW);
    await queueMail(tx, other, waiting, NOW);
  });
  const undone = new Date(NOW.getTime() + UNDO_SECONDS * 1000);
  const dueOf = async ({ id }: { id: number }) =>
    (await portal.db.select().from(mails).where(eq(mails.accountId, id)))
      .map(({ template, heldFor, dueAt }) => [template, heldFor, dueAt])
      .toSorted();
  expect(await dueOf(account)).toEqual([
    ['enrolled', null, undone],
    ['enrolled', 'payment:7', undone],
    ['password_reset', null, NOW],
  ]);
  expect(await dueOf(other)).toEqual([['enrolled', null, NOW]]);
});

test('a mail waits neither for a held one that was sent, nor for one that is not held or is due later', async () => {
  const undone = new Date(NOW.getTime() + UNDO_SECONDS * 1000);
  const before = { recipient: 'a@example.com', template: 'enrolled', data: {}, createdAt: NOW } as const;
  for (const other of [
    { state: 'sent', sentAt: NOW, attempts: 1, heldFor: 'payment:7', dueAt: undone },
    { state: 'queued', heldFor: null, dueAt: undone },
    { state: 'queued', heldFor: 'payment:7', dueAt: new Date(undone.getTime() + 1) },
  ] as const) {
    const account = await buildAccount(portal.db);
    await portal.db.insert(mails).values({ ...before, ...other, accountId: account.id });
    await inTransaction(portal.db, (tx) =>
      queueMail(tx, account, enrolledLetter({ ...about, code: 'A' }), NOW),
    );
    const queued = and(eq(mails.accountId, account.id), eq(mails.recipient, account.email ?? ''));
    const [mail] = await portal.db.select().from(mails).where(queued);
    expect([other, mail?.dueAt]).toEqual([other, NOW]);
  }
});

test('confirming a mailbox releases the mails of this person that waited for it', async () => {
  const [account, other] = [await buildAccount(portal.db), await buildAccount(portal.db)];
  const reset = passwordResetLetter({ name: '王小明', minutes: 60, secret: { token: 'A1' } });
  const waiting = enrolledLetter({ ...about, code: 'A' });
  const needsConfirmation = defineLetter<object>('later', () => ({ subject: '', name: '', body: [] }))({});
  await inTransaction(portal.db, async (tx) => {
    for (const mail of [needsConfirmation, waiting, reset]) await queueMail(tx, account, mail, NOW);
    await queueMail(
      tx,
      account,
      defineLetter<object>('sent', () => ({ subject: '', name: '', body: [] }))({}),
      NOW,
    );
    await queueMail(tx, other, needsConfirmation, NOW);
  });
  await portal.db
    .update(mails)
    .set({ state: 'sent', sentAt: NOW, attempts: 1 })
    .where(eq(mails.template, 'sent'));
  const later = new Date(NOW.getTime() + 1000);
  await inTransaction(portal.db, (tx) => releaseMails(tx, account.id, later));
  const released = await portal.db.select().from(mails).where(eq(mails.dueAt, later));
  expect(released.map(({ accountId, template }) => [accountId, template])).toEqual([[account.id, 'later']]);
});
