import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { passwordResetLetter } from '../accounts/passwords/letters.ts';
import { registeredLetter } from '../accounts/sign-up/letters.ts';
import { logoFile } from '../branding/logo-path.ts';
import { branding, logos } from '../branding/tables.ts';
import { createLog } from '../platform/observe/log.ts';
import { letters } from '../timers/letters.ts';
import { type Deliver, MAX_DELIVERIES, type OutgoingMail } from './delivery.ts';
import { bindLetters, defineLetter } from './letters.ts';
import { queueMail, queueMails } from './queue.ts';
import { mails } from './tables.ts';
import { backOff, MAILBOX_LIMIT, moveMailsFromFuture, sendDueMails, startMailWorker } from './worker.ts';

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
  portal.db.transaction((tx) => queueMail(tx, account, registeredLetter({ name }), portal.clock.now));

const depsWith = (deliver: Deliver) => ({
  ...portal.services,
  letters,
  publicUrl: 'https://portal.example',
  deliver,
});

const only = async () => (await portal.db.select().from(mails))[0];

test('sends a due mail once and keeps it as sent', async () => {
  await queue();
  const sent: OutgoingMail[] = [];
  const deliver: Deliver = async (mail) => void sent.push(mail);
  await sendDueMails(depsWith(deliver));
  await sendDueMails(depsWith(deliver));
  expect(sent.map(({ to, id }) => ({ to, id }))).toEqual([{ to: account.email, id: (await only())?.id }]);
  expect(await only()).toMatchObject({ state: 'sent', sentAt: NOW, attempts: 1 });
});

const withLogo = async (key: string) => {
  const [logo] = await portal.db.insert(logos).values({ key, createdAt: NOW }).returning();
  const look = { name: '學員訓練報名網', shortName: '訓練報名', colour: '#0a4a53', logoId: logo?.id };
  await portal.db.insert(branding).values(look).onConflictDoUpdate({ target: branding.id, set: look });
};

test.each([
  ['carries the logo of the site as a part of itself', true],
  ['goes out without a logo that cannot be read', false],
])('%s', async (_, isStored) => {
  const key = isStored ? 'stored' : 'missing';
  if (isStored) await portal.services.files.put(logoFile(key, '96'), Buffer.from('picture'));
  await withLogo(key);
  await queue();
  const sent: OutgoingMail[] = [];
  await sendDueMails(depsWith(async (mail) => void sent.push(mail)));
  await portal.db.delete(branding);
  expect(sent.map(({ logo }) => logo && Buffer.from(logo).toString())).toEqual([
    isStored ? 'picture' : undefined,
  ]);
  expect(sent[0]?.html.includes('src="cid:logo@portal.example"')).toBe(isStored);
});

test('does not write a mail of a transaction that was rolled back', async () => {
  await portal.db
    .transaction(async (tx) => {
      await queueMail(tx, account, registeredLetter({ name: '林怡君' }), NOW);
      throw new Error('rolled back');
    })
    .catch(() => {});
  expect(await only()).toBeUndefined();
});

test('queues no mail for a person without an address', async () => {
  await portal.db.transaction((tx) =>
    queueMail(tx, { id: account.id, email: null }, registeredLetter({ name: '王大同' }), NOW),
  );
  expect(await only()).toBeUndefined();
});

test('queues mails of many people at once, and none without an address', async () => {
  const people = ['林怡君', '王大同', '陳志明'].map((name, at) => ({
    id: account.id,
    email: at === 1 ? null : `${at}@example.com`,
    name,
  }));
  const letter = ({ name }: { name: string }) => registeredLetter({ name });
  await portal.db.transaction((tx) => queueMails(tx, people, letter, NOW));
  await portal.db.transaction((tx) => queueMails(tx, [], letter, NOW));
  const queued = await portal.db.select({ to: mails.recipient, data: mails.data }).from(mails);
  expect(queued).toEqual([
    { to: '0@example.com', data: { name: '林怡君' } },
    { to: '2@example.com', data: { name: '陳志明' } },
  ]);
});

describe('after the clock was set back by an hour', () => {
  const before = new Date(NOW.getTime() - HOUR);

  /** Starts a worker, and resolves with the first mail that it sends. */
  const deliverNext = (clock: () => Date) => {
    const { promise, resolve } = Promise.withResolvers<OutgoingMail>();
    const worker = startMailWorker({ ...depsWith(async (mail) => resolve(mail)), clock }, { pollEvery: 10 });
    return promise.finally(() => worker.stop());
  };

  test('a mail that was queued before is sent, by a server that starts', async () => {
    await queue();
    expect(await deliverNext(() => before)).toMatchObject({ to: account.email });
    expect(await only()).toMatchObject({ createdAt: before, sentAt: before });
  });

  test('a mail that was queued before is sent, by a server that runs', async () => {
    const clock = vi
      .fn(() => before)
      .mockReturnValueOnce(NOW)
      .mockReturnValueOnce(NOW);
    const sent = deliverNext(clock);
    // The worker has looked for mails at the former time.
    await expect.poll(() => clock.mock.calls.length).toBeGreaterThanOrEqual(2);
    await queue();
    expect(await sent).toMatchObject({ to: account.email });
  });

  test('a mail of a server whose clock is ten seconds ahead waits until it is due', async () => {
    const clock = vi.fn(() => portal.clock.now);
    const worker = startMailWorker({ ...depsWith(async () => {}), clock }, { pollEvery: 10 });
    onTestFinished(() => worker.stop());
    // Each look for mails asks for the time twice.
    const looked = async (times: number) => {
      const before = clock.mock.calls.length;
      await expect.poll(() => clock.mock.calls.length).toBeGreaterThanOrEqual(before + 2 * times);
    };
    await looked(1);
    portal.clock.now = new Date(NOW.getTime() - 10_000);
    await portal.db.transaction((tx) => queueMail(tx, account, registeredLetter({ name: '林怡君' }), NOW));
    await looked(2);
    await worker.stop();
    expect(await only()).toMatchObject({ state: 'queued', createdAt: NOW, dueAt: NOW });
  });

  test('a mail that failed or is being sent keeps its pause; one of the present stays', async () => {
    await queue();
    const dueAt = new Date(NOW.getTime() + 120_000);
    await portal.db.update(mails).set({ dueAt, attempts: 1 });
    await moveMailsFromFuture(portal.db, before);
    const moved = await only();
    expect(moved).toMatchObject({
      createdAt: before,
      dueAt: new Date(before.getTime() + 120_000),
      attempts: 1,
    });
    await moveMailsFromFuture(portal.db, before);
    expect(await only()).toEqual(moved);
  });

  test('a mail that was sent keeps its time', async () => {
    await queue();
    await portal.db.update(mails).set({ state: 'sent', sentAt: NOW, attempts: 1 });
    await moveMailsFromFuture(portal.db, before);
    expect(await only()).toMatchObject({ createdAt: NOW, sentAt: NOW });
  });
});

test('tries a failed mail again after 30 s, not before', async () => {
  await queue();
  let attempts = 0;
  const failing: Deliver = async () => {
    attempts += 1;
    throw new Error('down');
  };
  await sendDueMails(depsWith(failing));
  portal.clock.now = new Date(NOW.getTime() + 29_000);
  await sendDueMails(depsWith(failing));
  expect(attempts).toBe(1);
  portal.clock.now = new Date(NOW.getTime() + 30_000);
  await sendDueMails(depsWith(failing));
  expect(attempts).toBe(2);
  expect(await only()).toMatchObject({ state: 'queued', attempts: 2, lastError: 'Error' });
});

test.each([
  [1, 30_000],
  [2, 60_000],
  [5, 480_000],
  [20, 6 * HOUR],
])('waits after failure %i for %i ms', (attempts, wait) => {
  expect(backOff(attempts)).toBe(wait);
});

test.each([
  [48 * HOUR, 'queued'],
  [48 * HOUR + 1, 'undeliverable'],
])('keeps a mail that fails after %d ms as %s', async (waited, state) => {
  await queue();
  portal.clock.now = new Date(NOW.getTime() + waited);
  await sendDueMails(depsWith(() => Promise.reject(new Error('down'))));
  expect(await only()).toMatchObject({ state });
});

const refusal = (command: string, response: string) =>
  Object.assign(new Error(response), { responseCode: Number.parseInt(response, 10), command, response });

test.each([
  ['RCPT TO', '550 no such mailbox', 'undeliverable'],
  ['RCPT TO', '550 5.1.1 no such mailbox', 'undeliverable'],
  ['RCPT TO', '551 5.1.6 moved', 'undeliverable'],
  ['RCPT TO', '553 5.1.3 bad address', 'undeliverable'],
  ['RCPT TO', '554 5.1.1 no such mailbox', 'undeliverable'],
  ['RCPT TO', '450 4.2.0 greylisted', 'queued'],
  ['RCPT TO', '554 5.7.1 relay access denied', 'queued'],
  ['MAIL FROM', '550 5.1.8 sender refused', 'queued'],
  ['AUTH PLAIN', '535 5.7.8 wrong password', 'queued'],
  ['CONN', '554 no service here', 'queued'],
  ['DATA', '451 4.3.0 later', 'queued'],
  ['DATA', '554 5.6.0 looks like spam', 'queued'],
])(
  'keeps a mail that %s answers with %j as %s, with the answer for staff',
  async (command, answer, state) => {
    await queue();
    await sendDueMails(depsWith(() => Promise.reject(refusal(command, answer))));
    expect(await only()).toMatchObject({ state, lastError: answer });
  },
);

test.each([
  [
    'an answer without its text',
    Object.assign(new Error('no'), { responseCode: 550, command: 'RCPT TO' }),
    'undeliverable',
    'Error 550',
  ],
  ['what is no error', 'down', 'queued', 'unknown'],
  [
    'what only looks like an answer',
    { responseCode: 550, command: 'RCPT TO', response: '550 no' },
    'queued',
    'unknown',
  ],
])('keeps a mail that fails with %s', async (_, thrown, state, lastError) => {
  await queue();
  await sendDueMails(depsWith(() => Promise.reject(thrown)));
  expect(await only()).toMatchObject({ state, lastError });
});

test('shares the queue among workers: each mail goes to one of them', async () => {
  for (let n = 0; n < 30; n += 1) await queue(`學員${n}`);
  const sent: string[] = [];
  const deliver: Deliver = async ({ id }) => void sent.push(id);
  const work = async () => {
    while (await sendDueMails(depsWith(deliver)));
  };
  await Promise.all([work(), work(), work()]);
  expect(sent.length).toBe(30);
  expect(new Set(sent).size).toBe(30);
});

test('retries a mail whose worker died, after its lease', async () => {
  await queue();
  await portal.db.update(mails).set({ dueAt: new Date(NOW.getTime() + 120_000), attempts: 1 });
  const sent: string[] = [];
  const deliver: Deliver = async ({ id }) => void sent.push(id);
  await sendDueMails(depsWith(deliver));
  expect(sent).toEqual([]);
  portal.clock.now = new Date(NOW.getTime() + 120_000);
  await sendDueMails(depsWith(deliver));
  expect(sent.length).toBe(1);
});

/** A worker with two mails under way, which end when they are released. */
const startHeld = async (options?: { stopWithin: number }) => {
  for (let n = 0; n < 2; n += 1) await queue(`學員${n}`);
  let begun = 0;
  const held = Promise.withResolvers<void>();
  const deliver: Deliver = (_mail, signal) => {
    begun += 1;
    signal.addEventListener('abort', () => held.reject(signal.reason));
    return held.promise;
  };
  const worker = startMailWorker(depsWith(deliver), options);
  await expect.poll(() => begun).toBe(2);
  return { worker, release: held.resolve, begun: () => begun };
};

test('finishes the current mail when it is stopped, and begins no other', async () => {
  const { worker, release, begun } = await startHeld();
  const stopped = worker.stop();
  await queue('太晚');
  release();
  await stopped;
  expect(begun()).toBe(2);
  expect(await portal.db.$count(mails, eq(mails.state, 'sent'))).toBe(2);
  expect(await portal.db.$count(mails, eq(mails.state, 'queued'))).toBe(1);
});

test('releases a mail that does not finish before the stop, without counting the attempt', async () => {
  const { worker } = await startHeld({ stopWithin: 20 });
  await worker.stop();
  const queued = await portal.db.select().from(mails);
  expect(
    queued.map(({ state, attempts, dueAt, lastError }) => ({ state, attempts, dueAt, lastError })),
  ).toEqual(Array(2).fill({ state: 'queued', attempts: 0, dueAt: NOW, lastError: null }));
});

test('does not abort anything after a stop that ended in time', async () => {
  await queue();
  const signals: AbortSignal[] = [];
  const worker = startMailWorker(
    depsWith(async (_mail, signal) => void signals.push(signal)),
    { stopWithin: 20 },
  );
  await expect.poll(() => portal.db.$count(mails, eq(mails.state, 'sent'))).toBe(1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await worker.stop();
    vi.advanceTimersByTime(20);
  } finally {
    vi.useRealTimers();
  }
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
});

test.each([
  ['the usual number', {}],
  ['another number', { atOnce: 2 * MAX_DELIVERIES }],
])('takes up the next mails at once while many wait, %s at a time', async (_, most) => {
  const people = Array.from({ length: 4 * MAX_DELIVERIES }, (_, n) => ({
    id: account.id,
    email: `${n}@example.com`,
  }));
  await portal.db.transaction((tx) =>
    queueMails(tx, people, () => registeredLetter({ name: '林怡君' }), NOW),
  );
  const sent: string[] = [];
  // If the worker paused between two of the rounds, the rest would come an hour later.
  const worker = startMailWorker(
    { ...depsWith(async ({ id }) => void sent.push(id)), ...most },
    { pollEvery: HOUR },
  );
  onTestFinished(() => worker.stop());
  await expect.poll(() => sent.length).toBe(people.length);
});

test('pauses and warns while the queue cannot be read', async () => {
  const warn = vi.fn();
  const log = Object.create(portal.services.log, { warn: { value: warn } });
  const clock = () => {
    throw new Error('away');
  };
  const worker = startMailWorker({ ...depsWith(async () => {}), log, clock }, { pollEvery: HOUR });
  await expect.poll(() => warn).toHaveBeenCalled();
  await worker.stop();
  expect(warn.mock.calls).toEqual([[{ error: new Error('away') }, 'mail queue away']]);
});

test('asks the database for nothing more while no mail is due', async () => {
  const select = vi.spyOn(portal.db, 'select');
  expect(await sendDueMails(depsWith(async () => {}))).toBe(0);
  expect(select).not.toHaveBeenCalled();
  select.mockRestore();
});

test('reports a mail whose outcome could not be recorded, and finishes the others', async () => {
  for (const name of ['林怡君', '王大同']) await queue(name);
  let asked = 0;
  const clock = () => {
    asked += 1;
    // The first question is that of the queue, the second that of one of the mails.
    if (asked === 2) throw new Error('away');
    return NOW;
  };
  await expect(sendDueMails({ ...depsWith(async () => {}), clock })).rejects.toThrow('away');
  expect(await portal.db.$count(mails, eq(mails.state, 'sent'))).toBe(1);
});

test('sends several at once, so that a slow one does not hold up the others', async () => {
  for (let n = 0; n < 3; n += 1) await queue(`學員${n}`);
  let under = 0;
  const all = Promise.withResolvers<void>();
  await sendDueMails(
    depsWith(async () => {
      under += 1;
      if (under === 3) all.resolve();
      await all.promise;
    }),
  );
  expect(under).toBe(3);
});

test('keeps a sent mail as sent, although a worker with an expired lease failed to send it', async () => {
  await queue();
  await sendDueMails(
    depsWith(async ({ id }) => {
      await portal.db.update(mails).set({ state: 'sent', sentAt: NOW }).where(eq(mails.id, id));
      throw new Error('too late');
    }),
  );
  expect(await only()).toMatchObject({ state: 'sent', lastError: null });
});

const SECRET = { name: '林怡君', minutes: 60, secret: { token: 'opens-a-door' } };
const queueSecret = () =>
  portal.db.transaction((tx) => queueMail(tx, account, passwordResetLetter(SECRET), portal.clock.now));

test('keeps the secret of a mail only while the mail waits', async () => {
  await queueSecret();
  await sendDueMails(depsWith(() => Promise.reject(new Error('down'))));
  expect(await only()).toMatchObject({ state: 'queued', data: SECRET });
  portal.clock.now = new Date(NOW.getTime() + 30_000);
  const sent: OutgoingMail[] = [];
  await sendDueMails(depsWith(async (mail) => void sent.push(mail)));
  expect(sent[0]?.text).toContain('opens-a-door');
  expect(await only()).toMatchObject({ state: 'sent', data: { name: '林怡君', minutes: 60 } });
  expect(JSON.stringify(await only())).not.toContain('opens-a-door');
});

test('drops a mail that waited longer than its link is valid', async () => {
  await queueSecret();
  portal.clock.now = new Date(NOW.getTime() + HOUR);
  await sendDueMails(depsWith(() => Promise.reject(new Error('down'))));
  expect(await only()).toMatchObject({ state: 'queued' });
  portal.clock.now = new Date(NOW.getTime() + HOUR + 30_000);
  const sent: OutgoingMail[] = [];
  await sendDueMails(depsWith(async (mail) => void sent.push(mail)));
  expect(sent).toEqual([]);
  expect(await only()).toMatchObject({ state: 'undeliverable', data: { name: '林怡君', minutes: 60 } });
  expect(JSON.stringify(await only())).not.toContain('opens-a-door');
});

test('removes the secret of an undeliverable mail', async () => {
  await queueSecret();
  await sendDueMails(depsWith(() => Promise.reject(refusal('RCPT TO', '550 no such mailbox'))));
  expect(await only()).toMatchObject({ state: 'undeliverable' });
  expect(JSON.stringify(await only())).not.toContain('opens-a-door');
});

test('logs why a mail failed, without names and addresses', async () => {
  await queue('王私密');
  let written = '';
  const log = createLog('info', {
    write: (line) => {
      written += line;
    },
  });
  const response = `450 4.2.1 <${account.email}> is full`;
  const refused = Object.assign(new Error(response), { code: 'EENVELOPE', responseCode: 450, response });
  await sendDueMails({ ...depsWith(() => Promise.reject(refused)), log });
  expect(JSON.parse(written)).toMatchObject({
    msg: 'mail failed',
    attempts: 1,
    reason: 'Error EENVELOPE 450',
  });
  expect(written).not.toContain(account.email);
  expect(written).not.toContain('王私密');
});

const sendAll = async (deliver: Deliver) => {
  while ((await sendDueMails(depsWith(deliver))) > 0);
};

test('sends a mailbox at most sixty mails an hour; the rest is sent later', async () => {
  const other = await buildAccount(portal.db);
  for (let n = 0; n < MAILBOX_LIMIT + 10; n++) await queue();
  const sent: string[] = [];
  const deliver: Deliver = async ({ to }) => void sent.push(to);
  await sendAll(deliver);
  // Mails that are sent at the same time do not count each other.
  const atOnce = sent.length;
  expect(atOnce).toBeGreaterThanOrEqual(MAILBOX_LIMIT);
  expect(atOnce).toBeLessThan(MAILBOX_LIMIT + MAX_DELIVERIES);

  await portal.db.transaction(async (tx) => {
    await queueMail(tx, other, registeredLetter({ name: '陳志明' }), NOW);
    const link = { secret: { token: 'A1' }, minutes: 60, name: '林怡君' };
    await queueMail(tx, account, passwordResetLetter(link), NOW);
  });
  await sendAll(deliver);
  expect(sent.slice(atOnce).toSorted()).toEqual([account.email, other.email].toSorted());

  portal.clock.now = new Date(NOW.getTime() + HOUR);
  await sendAll(deliver);
  expect(sent).toHaveLength(MAILBOX_LIMIT + 12);
  expect(await portal.db.$count(mails, eq(mails.state, 'queued'))).toBe(0);
});

test('keeps a letter of a newer version in the queue, and sends it once the version knows it', async () => {
  const newLetter = defineLetter<{ name: string }>('a_new_letter', ({ name }) => ({
    subject: '',
    name,
    body: [],
  }));
  await portal.db.transaction((tx) => queueMail(tx, account, newLetter({ name: '林怡君' }), NOW));
  const sent: OutgoingMail[] = [];
  const deps = depsWith(async (mail) => void sent.push(mail));
  await sendDueMails(deps);
  expect([sent.length, await only()]).toMatchObject([
    0,
    { state: 'queued', attempts: 1, lastError: 'UnknownLetter' },
  ]);
  portal.clock.now = new Date(NOW.getTime() + 30_000);
  await sendDueMails({ ...deps, letters: bindLetters([newLetter]) });
  expect([sent.length, await only()]).toMatchObject([1, { state: 'sent' }]);
});

test.each([
  ['for the daytime is held until the morning', true, '22:00', 'queued', 0, '2026-12-02T09:00:00+08:00'],
  ['for the daytime is sent by day', true, '17:59', 'sent', 1, null],
  ['of another kind is sent at night', false, '22:00', 'sent', 1, null],
])('a letter %s', async (_, inDaytime, time, state, attempts, dueAt) => {
  portal.clock.now = new Date(`2026-12-01T${time}:00+08:00`);
  const letter = defineLetter<object>('reminder', () => ({ subject: '', name: '', body: [] }), { inDaytime });
  await portal.db.transaction((tx) => queueMail(tx, account, letter({}), portal.clock.now));
  await sendDueMails({ ...depsWith(async () => {}), letters: bindLetters([letter]) });
  expect(await only()).toMatchObject({ state, attempts, ...(dueAt && { dueAt: new Date(dueAt) }) });
});

describe('the hourly limit of a mailbox', () => {
  const isSent = async (sent: { mailbox: string; state: 'sent' | 'undeliverable'; at: Date }) => {
    const template = 'enrolled';
    const row = {
      accountId: account.id,
      recipient: sent.mailbox,
      template,
      data: {},
      createdAt: NOW,
      dueAt: sent.at,
    };
    await portal.db.insert(mails).values(
      Array.from({ length: MAILBOX_LIMIT }, () => ({
        ...row,
        state: sent.state,
        sentAt: sent.state === 'sent' ? sent.at : null,
      })),
    );
    await queue();
    const delivered: string[] = [];
    await sendDueMails(depsWith(async ({ to }) => void delivered.push(to)));
    return delivered.length === 1;
  };
  const own = () => account.email ?? '';

  test.each([
    ['counts mails of the last hour', { at: new Date(NOW.getTime() - HOUR + 1) }, false],
    ['leaves out earlier mails', { at: new Date(NOW.getTime() - HOUR) }, true],
    ['leaves out mails that were not sent', { state: 'undeliverable' as const }, true],
    ['leaves out mails to other mailboxes', { mailbox: 'other@example.com' }, true],
  ])('%s', async (_, sent, expected) => {
    expect(await isSent({ mailbox: own(), state: 'sent', at: NOW, ...sent })).toBe(expected);
  });
});

describe('a mail that needs a confirmed mailbox', () => {
  const letter = defineLetter<{ name: string }>('needs_confirmation', ({ name }) => ({
    subject: '',
    name,
    body: [],
  }));

  const isSentTo = async (to: { id: number; email: string | null }) => {
    await portal.db.transaction((tx) => queueMail(tx, to, letter({ name: '林怡君' }), NOW));
    const delivered: string[] = [];
    await sendDueMails({
      ...depsWith(async (mail) => void delivered.push(mail.to)),
      letters: bindLetters([letter]),
    });
    return delivered.length === 1;
  };

  test('waits while the mailbox of its person is not confirmed, without counting attempts', async () => {
    expect(await isSentTo(await buildAccount(portal.db, { emailConfirmedAt: null }))).toBe(false);
    const dueAt = new Date(NOW.getTime() + HOUR);
    expect(await only()).toMatchObject({ state: 'queued', attempts: 0, dueAt });
  });

  test.each([
    [0, 'queued'],
    [1, 'undeliverable'],
  ])('after thirty days and %d ms is %s', async (more, state) => {
    await isSentTo(await buildAccount(portal.db, { emailConfirmedAt: null }));
    portal.clock.now = new Date(NOW.getTime() + 30 * 24 * HOUR + more);
    await sendDueMails({ ...depsWith(async () => {}), letters: bindLetters([letter]) });
    expect(await only()).toMatchObject({ state });
  });

  test('is sent to the confirmed mailbox that somebody else has not confirmed', async () => {
    const unconfirmed = await buildAccount(portal.db, { emailConfirmedAt: null });
    expect(await isSentTo(await buildAccount(portal.db, { email: unconfirmed.email }))).toBe(true);
  });

  test('is sent to a former mailbox of its person', async () => {
    const { id } = await buildAccount(portal.db, { emailConfirmedAt: null });
    expect(await isSentTo({ id, email: 'former@example.com' })).toBe(true);
  });
});
