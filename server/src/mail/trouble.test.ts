import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { freePort, openSmtpServer, type SmtpServer, type Trouble } from '../../test/smtp.ts';
import { registeredLetter } from '../accounts/sign-up/letters.ts';
import { ROOT } from '../platform/config.ts';
import { letters } from '../timers/letters.ts';
import { DELIVERY_LIMIT, smtpDelivery } from './delivery.ts';
import { queueMails } from './queue.ts';
import { mails } from './tables.ts';
import { sendDueMails, startMailWorker } from './worker.ts';

/*
 * The queue against a real SMTP server that is down, slow, refuses, or dies. The test's clock decides when a
 * mail is tried again.
 */

let portal: TestPortal;
let accountId: number;
let address: string;
beforeAll(async () => {
  portal = await openTestPortal();
  const account = await buildAccount(portal.db);
  accountId = account.id;
  address = account.email ?? '';
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.clock.now = NOW;
  await portal.db.delete(mails);
});

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const sender = { from: '學員訓練報名網 <no-reply@portal.example>', publicUrl: 'https://portal.example' };

const open = async (at?: { port: number }): Promise<SmtpServer> => {
  const server = await openSmtpServer(at);
  cleanUps.push(server.close);
  return server;
};

/** The dependencies of a worker that delivers to `url`. Only a delivery to a silent server has a limit that it reaches. */
const depsWith = (url: string, within = DELIVERY_LIMIT) => {
  const deliver = smtpDelivery(url, sender, { within });
  cleanUps.push(deliver.close);
  return { ...portal.services, letters, publicUrl: sender.publicUrl, deliver };
};

const queue = (size: number) =>
  portal.db.transaction((tx) =>
    queueMails(
      tx,
      Array.from({ length: size }, (_, n) => ({ id: accountId, email: `student${n}@example.com` })),
      ({ email }) => registeredLetter({ name: email }),
      portal.clock.now,
    ),
  );

const mailStates = () =>
  portal.db
    .select({ state: mails.state, attempts: mails.attempts, lastError: mails.lastError })
    .from(mails)
    .orderBy(mails.state);

const addresses = ({ received }: SmtpServer) => received.flatMap(({ to }) => to).toSorted();

const messageIds = async ({ received }: SmtpServer) =>
  Promise.all(received.map(async ({ raw }) => (await PostalMime.parse(raw)).messageId));

/** Half a minute later, when what has failed once is due again. */
const later = () => {
  portal.clock.now = new Date(portal.clock.now.getTime() + 30_000);
};

test('waits for a server that is down', async () => {
  const port = await freePort();
  const deps = depsWith(`smtp://127.0.0.1:${port}`);
  await queue(3);
  await sendDueMails(deps);
  expect(await mailStates()).toEqual(
    Array(3).fill({ state: 'queued', attempts: 1, lastError: 'Error ESOCKET' }),
  );
  const server = await open({ port });
  await sendDueMails(deps);
  expect(server.received).toEqual([]);
  later();
  await sendDueMails(deps);
  expect(addresses(server)).toEqual(['student0@example.com', 'student1@example.com', 'student2@example.com']);
  expect(await mailStates()).toEqual(Array(3).fill({ state: 'sent', attempts: 2, lastError: null }));
});

const troubles: readonly (readonly [Trouble, string])[] = [
  [{ silent: 'before_greeting' }, 'AbortError EABORT'],
  [{ silent: 'after_text' }, 'AbortError EABORT'],
  [{ refuses: { at: 'connection', code: 421 } }, '421 as it pleases'],
  [{ refuses: { at: 'connection', code: 554 } }, '554 as it pleases'],
  [{ refuses: { at: 'login', code: 535 } }, '535 as it pleases'],
  [{ refuses: { at: 'recipient', code: 450 } }, '450 as it pleases'],
  [{ refuses: { at: 'text', code: 451 } }, '451 as it pleases'],
  [{ refuses: { at: 'text', code: 554 } }, '554 as it pleases'],
  [{ dies: 'before_greeting' }, 'Error ECONNECTION'],
  [{ dies: 'within_text' }, 'Error ECONNECTION'],
  [{ dies: 'after_text' }, 'Error ECONNECTION'],
];

test.each(troubles)('retries a mail after %j, and it arrives', async (trouble, lastError) => {
  const server = await open();
  await queue(1);
  server.trouble = trouble;
  await sendDueMails(depsWith(server.url, trouble.silent ? 1_000 : DELIVERY_LIMIT));
  expect(await mailStates()).toEqual([{ state: 'queued', attempts: 1, lastError }]);
  server.trouble = {};
  later();
  await sendDueMails(depsWith(server.url));
  expect(await mailStates()).toEqual([{ state: 'sent', attempts: 2, lastError: null }]);
  // A server that accepted the mail but failed to answer gets it twice, with the same message id.
  const hadIt = trouble.dies === 'after_text' || trouble.silent === 'after_text';
  const [{ id } = { id: '' }] = await portal.db.select({ id: mails.id }).from(mails);
  expect(await messageIds(server)).toEqual(Array(hadIt ? 2 : 1).fill(`<${id}@portal.example>`));
});

test('marks a mail as undeliverable if its recipient is refused, and sends the others', async () => {
  const server = await open();
  const deps = depsWith(server.url);
  await queue(1);
  server.trouble = { refuses: { at: 'recipient', code: 550 } };
  await sendDueMails(deps);
  server.trouble = {};
  await queue(1);
  for (let time = 0; time < 3; time += 1) {
    await sendDueMails(deps);
    later();
  }
  expect(await mailStates()).toEqual([
    { state: 'sent', attempts: 1, lastError: null },
    { state: 'undeliverable', attempts: 1, lastError: '550 as it pleases' },
  ]);
  expect(server.received.length).toBe(1);
});

test('sends a mail again when staff follow docs/operations.md', async () => {
  const text = await readFile(path.join(ROOT, 'docs', 'operations.md'), 'utf8');
  const block =
    [...text.matchAll(/```sql\n(.*?)```/gs)].find(([all]) => all.includes('What waits or has failed'))?.[1] ??
    '';
  const [list = '', hurry = '', again = ''] = block.split(';');
  // The statements take the database's clock, which is a little finer.
  const soon = () => {
    portal.clock.now = new Date(Date.now() + 1000);
  };
  soon();
  const server = await open();
  const deps = depsWith(server.url);
  await queue(1);
  server.trouble = { refuses: { at: 'recipient', code: 550 } };
  await sendDueMails(deps);
  const { rows } = await portal.db.execute(sql.raw(list));
  expect(rows).toMatchObject([{ state: 'undeliverable', last_error: '550 as it pleases' }]);

  const [mail] = await portal.db.select({ id: mails.id }).from(mails);
  await portal.db.execute(sql.raw(again.replace('…', mail?.id ?? '')));
  server.trouble = { refuses: { at: 'recipient', code: 450 } };
  soon();
  await sendDueMails(deps);
  await portal.db.execute(sql.raw(hurry));
  server.trouble = {};
  soon();
  await sendDueMails(deps);
  expect(await mailStates()).toEqual([{ state: 'sent', attempts: 2, lastError: null }]);
  expect(addresses(server)).toEqual([address]);
});

test('retries for 48 hours, less and less often, then marks the mail as undeliverable', async () => {
  const deps = depsWith(`smtp://127.0.0.1:${await freePort()}`);
  await queue(1);
  const waits: number[] = [];
  while ((await portal.db.$count(mails, eq(mails.state, 'queued'))) > 0) {
    await sendDueMails(deps);
    const [mail] = await portal.db.select().from(mails);
    if (!mail) throw new Error('the mail is gone');
    waits.push((mail.dueAt.getTime() - portal.clock.now.getTime()) / 1000);
    portal.clock.now = mail.dueAt;
  }
  const doubling = Array.from({ length: 10 }, (_, n) => 30 * 2 ** n);
  expect(waits.slice(0, 12)).toEqual([...doubling, 21_600, 21_600]);
  const [mail] = await portal.db.select().from(mails);
  expect(mail).toMatchObject({ state: 'undeliverable', lastError: 'Error ESOCKET' });
  const hours = waits.slice(0, -1).reduce((sum, wait) => sum + wait) / 3600;
  expect(hours).toBeGreaterThan(48);
  expect(hours).toBeLessThan(54);
});

test('sends the mails of a roster once each, two servers sharing the work', async () => {
  const server = await open();
  await queue(60);
  const workers = [startMailWorker(depsWith(server.url)), startMailWorker(depsWith(server.url))];
  await expect.poll(() => portal.db.$count(mails, eq(mails.state, 'sent'))).toBe(60);
  await Promise.all(workers.map((worker) => worker.stop()));
  const ids = await messageIds(server);
  expect(ids.length).toBe(60);
  expect(new Set(ids).size).toBe(60);
});

test('releases a mail when the portal stops while the mail server does not answer', async () => {
  const server = await open();
  server.trouble = { silent: 'after_text' };
  const deliver = smtpDelivery(server.url, sender);
  cleanUps.push(deliver.close);
  await queue(1);
  const worker = startMailWorker({ ...depsWith(server.url), deliver }, { stopWithin: 50 });
  await expect.poll(() => server.received.length).toBe(1);
  // A stop that waited for the server would count its silence as a failed attempt.
  await worker.stop();
  expect(await mailStates()).toEqual([{ state: 'queued', attempts: 0, lastError: null }]);
});
