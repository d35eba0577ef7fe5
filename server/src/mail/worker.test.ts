import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import type { Deliver, OutgoingMail } from './delivery.ts';
import { queueMail, queueMails } from './queue.ts';
import { mails } from './tables.ts';
import { backOff, sendDueMails, startMailWorker } from './worker.ts';

const HOUR = 3_600_000;
let portal: TestPortal;
let account: { id: number; email: string | null };
beforeAll(async () => {
  portal = await openTestPortal();
  account = await buildAccount(portal.db);
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.clock.now = NOW;
  await portal.db.delete(mails);
});

const queue = (name = '林怡君') =>
  portal.db.transaction((tx) =>
    queueMail(tx, account, { template: 'registered', data: { name } }, portal.clock.now),
  );

const room = (deliver: Deliver) => ({ ...portal.services, publicUrl: 'https://portal.example', deliver });

const only = async () => (await portal.db.select().from(mails))[0];

it('sends a due mail once and keeps it as sent', async () => {
  await queue();
  const sent: OutgoingMail[] = [];
  const deliver: Deliver = async (mail) => void sent.push(mail);
  await sendDueMails(room(deliver));
  await sendDueMails(room(deliver));
  expect(sent.map(({ to, id }) => ({ to, id }))).toEqual([{ to: account.email, id: (await only())?.id }]);
  expect(await only()).toMatchObject({ state: 'sent', sentAt: NOW, attempts: 1 });
});

it('does not write a mail of a transaction that was rolled back', async () => {
  await portal.db
    .transaction(async (tx) => {
      await queueMail(tx, account, { template: 'registered', data: { name: '林怡君' } }, NOW);
      throw new Error('rolled back');
    })
    .catch(() => {});
  expect(await only()).toBeUndefined();
});

it('writes none for somebody without an address', async () => {
  await portal.db.transaction((tx) =>
    queueMail(tx, { id: account.id, email: null }, { template: 'registered', data: { name: '王大同' } }, NOW),
  );
  expect(await only()).toBeUndefined();
});

it('writes those of many people at once, and none of who has no address', async () => {
  const people = ['林怡君', '王大同', '陳志明'].map((name, at) => ({
    id: account.id,
    email: at === 1 ? null : `${at}@example.com`,
    name,
  }));
  const letter = ({ name }: { name: string }) => ({ template: 'registered' as const, data: { name } });
  await portal.db.transaction((tx) => queueMails(tx, people, letter, NOW));
  await portal.db.transaction((tx) => queueMails(tx, [], letter, NOW));
  const queued = await portal.db.select({ to: mails.recipient, data: mails.data }).from(mails);
  expect(queued).toEqual([
    { to: '0@example.com', data: { name: '林怡君' } },
    { to: '2@example.com', data: { name: '陳志明' } },
  ]);
});

it('tries a failed mail again after 30 s, not before', async () => {
  await queue();
  let attempts = 0;
  const failing: Deliver = async () => {
    attempts += 1;
    throw new Error('down');
  };
  await sendDueMails(room(failing));
  portal.clock.now = new Date(NOW.getTime() + 29_000);
  await sendDueMails(room(failing));
  expect(attempts).toBe(1);
  portal.clock.now = new Date(NOW.getTime() + 30_000);
  await sendDueMails(room(failing));
  expect(attempts).toBe(2);
  expect(await only()).toMatchObject({ state: 'queued', attempts: 2, lastError: 'Error' });
});

it.each([
  [1, 30_000],
  [2, 60_000],
  [5, 480_000],
  [20, 6 * HOUR],
])('waits after failure %i for %i ms', (attempts, wait) => {
  expect(backOff(attempts)).toBe(wait);
});

it('keeps a mail as undeliverable after 48 hours of failures', async () => {
  await queue();
  portal.clock.now = new Date(NOW.getTime() + 48 * HOUR + 1);
  await sendDueMails(room(() => Promise.reject(new Error('down'))));
  expect(await only()).toMatchObject({ state: 'undeliverable' });
});

it('keeps a mail as undeliverable at once when the mailbox does not exist', async () => {
  await queue();
  const refusal = Object.assign(new Error('no mailbox'), { responseCode: 550, command: 'RCPT TO' });
  await sendDueMails(room(() => Promise.reject(refusal)));
  expect(await only()).toMatchObject({ state: 'undeliverable' });
});

it('shares the queue among workers: each mail goes to one of them', async () => {
  for (let n = 0; n < 30; n += 1) await queue(`學員${n}`);
  const sent: string[] = [];
  const deliver: Deliver = async ({ id }) => void sent.push(id);
  const work = async () => {
    while (await sendDueMails(room(deliver)));
  };
  await Promise.all([work(), work(), work()]);
  expect(sent.length).toBe(30);
  expect(new Set(sent).size).toBe(30);
});

it('takes up a mail whose worker died, after the lease', async () => {
  await queue();
  await portal.db.update(mails).set({ dueAt: new Date(NOW.getTime() + 120_000), attempts: 1 });
  const sent: string[] = [];
  const deliver: Deliver = async ({ id }) => void sent.push(id);
  await sendDueMails(room(deliver));
  expect(sent).toEqual([]);
  portal.clock.now = new Date(NOW.getTime() + 120_000);
  await sendDueMails(room(deliver));
  expect(sent.length).toBe(1);
});

it('gives back what it had not begun when it is stopped', async () => {
  for (let n = 0; n < 3; n += 1) await queue(`學員${n}`);
  let begun = 0;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const worker = startMailWorker(
    room(async () => {
      begun += 1;
      await held;
    }),
  );
  await expect.poll(() => begun).toBe(1);
  const stopped = worker.stop();
  release();
  await stopped;
  expect(begun).toBe(1);
  const queued = await portal.db.select().from(mails).where(eq(mails.state, 'queued'));
  expect(queued.map(({ attempts, dueAt }) => ({ attempts, dueAt }))).toEqual([
    { attempts: 0, dueAt: NOW },
    { attempts: 0, dueAt: NOW },
  ]);
});

const SECRET = { name: '林怡君', minutes: 60, secret: { token: 'opens-a-door' } };
const queueSecret = () =>
  portal.db.transaction((tx) =>
    queueMail(tx, account, { template: 'password_reset', data: SECRET }, portal.clock.now),
  );
const gone = Object.assign(new Error('no mailbox'), { responseCode: 550, command: 'RCPT TO' });

it('keeps what opens a door while the mail waits, and no longer', async () => {
  await queueSecret();
  await sendDueMails(room(() => Promise.reject(new Error('down'))));
  expect(await only()).toMatchObject({ state: 'queued', data: SECRET });
  portal.clock.now = new Date(NOW.getTime() + 30_000);
  const sent: OutgoingMail[] = [];
  await sendDueMails(room(async (mail) => void sent.push(mail)));
  expect(sent[0]?.text).toContain('opens-a-door');
  expect(await only()).toMatchObject({ state: 'sent', data: { name: '林怡君', minutes: 60 } });
  expect(JSON.stringify(await only())).not.toContain('opens-a-door');
});

it('does not keep it in a mail that cannot be delivered', async () => {
  await queueSecret();
  await sendDueMails(room(() => Promise.reject(gone)));
  expect(await only()).toMatchObject({ state: 'undeliverable' });
  expect(JSON.stringify(await only())).not.toContain('opens-a-door');
});
