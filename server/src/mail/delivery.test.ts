import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, describe, expect, test } from 'vitest';
import { openSmtpServer } from '../../test/smtp.ts';
import { registeredLetter } from '../accounts/sign-up/letters.ts';
import { defaultBranding } from '../branding/find-branding.ts';
import { approvedLetter, enrolledLetter } from '../enrolment/letters.ts';
import { paymentConfirmedLetter, paymentRejectedLetter } from '../payment/letters.ts';
import { type OutgoingMail, outboxDelivery, smtpDelivery } from './delivery.ts';
import { compose } from './layout.ts';
import type { Mail } from './letters.ts';

const sender = { from: '學員訓練報名網 <no-reply@portal.example>', publicUrl: 'https://portal.example' };
const outgoing = (letter: Mail, to = 'yijun@example.com'): OutgoingMail => ({
  id: '0f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  to,
  ...compose(letter, sender.publicUrl),
});
const mail = outgoing(registeredLetter({ name: '林怡君' }));
const trainingClass = {
  name: '林怡君',
  organization: '臺北市分會',
  code: 'TPE-FA1-001',
  train: '初級急救員訓練（含自動體外心臟電擊去顫器操作）及複訓',
  startTime: '2026-12-05（六）09:00',
  place: '臺北市中正區範例路一段 1 號 3 樓, A 教室',
};
const terms = { toPay: true, fee: 600, paymentDays: 7 };
const seat = {
  registrationId: 12,
  startTime: '2026-12-05T01:00:00.000Z',
  queuedAt: '2026-12-01T02:00:00.000Z',
};
const { signal } = new AbortController();

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const outbox = async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'outbox-'));
  cleanUps.push(() => rm(folder, { recursive: true }));
  return folder;
};

const open = async ({ from = sender.from } = {}) => {
  const server = await openSmtpServer();
  const deliver = smtpDelivery(server.url, { ...sender, from });
  cleanUps.push(server.close, deliver.close);
  return { server, deliver };
};

/** The raw message on the wire. */
const onTheWire = async (letter: Mail, { from = sender.from, to = 'yijun@example.com' } = {}) => {
  const { server, deliver } = await open({ from });
  await deliver(outgoing(letter, to), signal);
  const [received] = server.received;
  if (!received) throw new Error('nothing came');
  const raw = received.raw.toString('latin1');
  const head = raw.slice(0, raw.indexOf('\r\n\r\n'));
  return { ...received, raw, head: head.split('\r\n'), parsed: await PostalMime.parse(received.raw) };
};

/** The octets of the file; a parser that knows calendars would tidy them up. */
const calendarIn = (raw: string): string => {
  const [, text = ''] = /filename=class\.ics\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(raw) ?? [];
  return Buffer.from(text, 'base64').toString();
};

test.each([
  ['a file', { path: import.meta.filename }, 'EFILEACCESS'],
  ['an address', { href: 'http://127.0.0.1:1/secret' }, 'EURLACCESS'],
])('a text that names %s never reads that file or address', async (_, source, code) => {
  const html = source as unknown as string;
  await expect(outboxDelivery(await outbox(), sender)({ ...mail, html }, signal)).rejects.toMatchObject({
    code,
  });
});

test('writes a mail as an .eml that only its owner may read, and nothing beside it', async () => {
  const folder = await outbox();
  await outboxDelivery(folder, sender)(mail, signal);
  expect(await readdir(folder)).toEqual([`${mail.id}.eml`]);
  const file = path.join(folder, `${mail.id}.eml`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const parsed = await PostalMime.parse(await readFile(file));
  expect(parsed).toMatchObject({
    subject: '【學員訓練報名網】加入學員成功',
    messageId: `<${mail.id}@portal.example>`,
    from: { name: '學員訓練報名網', address: 'no-reply@portal.example' },
    to: [{ address: 'yijun@example.com' }],
  });
  expect(parsed.text).toContain('林怡君 您好：');
  expect(parsed.html).toContain('林怡君 您好：');
});

test('puts the logo beside the HTML that shows it, apart from the calendar', async () => {
  const folder = await outbox();
  const letter = outgoing(paymentConfirmedLetter({ ...trainingClass, seat, surplus: 0 }));
  await outboxDelivery(folder, sender)({ ...letter, logo: Buffer.from('picture') }, signal);
  const { attachments } = await PostalMime.parse(await readFile(path.join(folder, `${letter.id}.eml`)));
  expect(
    attachments.map(({ mimeType, contentId, disposition }) => [mimeType, contentId, disposition]),
  ).toEqual([
    ['image/png', '<logo@portal.example>', 'inline'],
    ['text/calendar', undefined, 'attachment'],
  ]);
});

test('creates the folder of the mails for its owner alone', async () => {
  const folder = path.join(await outbox(), 'new', 'mails');
  await outboxDelivery(folder, sender)(mail, signal);
  expect(await readdir(folder)).toEqual([`${mail.id}.eml`]);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('fails as it is if the folder of the mails is a file', async () => {
  const file = path.join(await outbox(), 'mails');
  await writeFile(file, '');
  await expect(outboxDelivery(file, sender)(mail, signal)).rejects.toMatchObject({ code: 'ENOTDIR' });
});

test('sends one mail after the other on one connection', async () => {
  const { server, deliver } = await open();
  for (let n = 0; n < 3; n += 1) await deliver(mail, signal);
  expect([server.received.length, server.connections()]).toEqual([3, 1]);
});

describe('on the wire', () => {
  test('is decoded correctly by a mail parser: sender, subject, text and HTML in Chinese', async () => {
    const { parsed } = await onTheWire(enrolledLetter({ ...trainingClass, ...terms }));
    expect(parsed).toMatchObject({
      subject: `【學員訓練報名網】已收到您的報名：${trainingClass.train}`,
      from: { name: '學員訓練報名網', address: 'no-reply@portal.example' },
      to: [{ address: 'yijun@example.com' }],
      attachments: [],
    });
    expect(parsed.text).toContain('林怡君 您好：');
    expect(parsed.html).toContain('林怡君 您好：');
  });

  test('has ASCII lines that end as they should, and encoded words of at most 75 octets that each stand for themselves', async () => {
    const { raw, head } = await onTheWire(enrolledLetter({ ...trainingClass, ...terms }));
    expect(raw).toMatch(/^(?:[\t\x20-\x7e]*\r\n)*$/);
    expect(raw).not.toContain('base64');
    expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
    expect(Math.max(...head.map((line) => line.length))).toBeLessThanOrEqual(78);
    const words = head.join('\n').match(/=\?utf-8\?[bq]\?[^?]*\?=/gi) ?? [];
    expect(words.length).toBeGreaterThan(2);
    for (const word of words) {
      const [, encoding = '', text = ''] = /\?([bq])\?([^?]*)\?=$/i.exec(word) ?? [];
      const bytes =
        encoding.toLowerCase() === 'b'
          ? Buffer.from(text, 'base64')
          : Buffer.from(unescape(text.replaceAll('_', ' ').replaceAll('=', '%')), 'latin1');
      expect(word.length).toBeLessThanOrEqual(75);
      expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).not.toThrow();
    }
  });

  test('carries each header that readers and filters expect, once', async () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    const { head, parsed } = await onTheWire(enrolledLetter({ ...trainingClass, ...terms }));
    const names = head.filter((line) => !/^\s/.test(line)).map((line) => line.slice(0, line.indexOf(':')));
    expect(names.toSorted()).toEqual([
      'Auto-Submitted',
      'Content-Type',
      'Date',
      'From',
      'MIME-Version',
      'Message-ID',
      'Subject',
      'To',
      'X-Auto-Response-Suppress',
    ]);
    expect(head).toContain('Auto-Submitted: auto-generated');
    expect(head).toContain(`Message-ID: <${mail.id}@portal.example>`);
    expect(Date.parse(parsed.date ?? '')).toBeGreaterThanOrEqual(before);
  });

  test('takes no header or recipient from texts of people', async () => {
    const smuggled = 'A\r\nBcc: evil@example.com\r\n\r\n<script>';
    const { head, parsed, to } = await onTheWire(
      approvedLetter({
        ...trainingClass,
        name: smuggled,
        train: smuggled,
        place: smuggled,
        toPay: false,
        seat,
      }),
    );
    expect(head.filter((line) => /^bcc/i.test(line))).toEqual([]);
    expect(parsed.bcc).toBeUndefined();
    expect(to).toEqual(['yijun@example.com']);
  });

  test.each(['yijun@example.com, evil@example.com', 'yijun@example.com\r\nBcc: evil@example.com'])(
    'never goes to a second address: %j',
    async (address) => {
      const { server, deliver } = await open();
      await deliver(outgoing(enrolledLetter({ ...trainingClass, ...terms }), address), signal).catch(
        () => {},
      );
      expect(server.received.flatMap(({ to }) => to)).not.toContain('evil@example.com');
    },
  );

  test('has the sender that an administrator has chosen', async () => {
    const { server, deliver } = await open();
    const branding = { ...defaultBranding, name: '藍海訓練網', senderName: '藍海 <組>' };
    const letter = compose(registeredLetter({ name: '林怡君' }), sender.publicUrl, { branding });
    await deliver({ id: mail.id, to: mail.to, ...letter }, signal);
    const parsed = await PostalMime.parse(server.received[0]?.raw ?? '');
    expect(parsed.subject).toBe('【藍海訓練網】加入學員成功');
    expect(parsed.from).toMatchObject({ name: '藍海 <組>', address: 'no-reply@portal.example' });
    expect(parsed.text).toMatch(/\n藍海訓練網\s*$/);
    expect(`${parsed.text}${parsed.html}`).not.toContain('學員訓練報名網');
  });

  test.each([
    ['no-reply@portal.example', '學員訓練報名網'],
    ['"報名, 組" <no-reply@portal.example>', '報名, 組'],
  ])('has the sender %s as configured', async (from, name) => {
    const { parsed, raw } = await onTheWire(paymentConfirmedLetter({ ...trainingClass, surplus: 0, seat }), {
      from,
    });
    expect(parsed.from).toMatchObject({ name, address: 'no-reply@portal.example' });
    expect(calendarIn(raw)).toContain(':mailto:no-reply@portal.example\r\n');
  });
});

describe('the invitation', () => {
  const confirming: Mail[] = [
    paymentConfirmedLetter({ ...trainingClass, surplus: 0, seat }),
    approvedLetter({ ...trainingClass, toPay: false, seat }),
  ];

  test.each(confirming)('is attached to a mail that confirms a seat: %j', async (letter) => {
    const { parsed, raw } = await onTheWire(letter);
    expect(parsed.attachments).toMatchObject([
      { filename: 'class.ics', mimeType: 'text/calendar', disposition: 'attachment' },
    ]);
    expect(raw).toContain('Content-Type: text/calendar; charset=utf-8; method=PUBLISH');
    const calendar = calendarIn(raw);
    expect(calendar).toContain('\r\nUID:registration-12@portal.example\r\n');
    expect(calendar).toContain('\r\nDTSTART:20261205T010000Z\r\n');
    expect(calendar.replaceAll('\r\n ', '')).toContain(`\r\nSUMMARY:${trainingClass.train}\r\n`);
    expect(parsed.text).toContain('您已完成報名');
    expect(parsed.text).toContain('隨信附上開課時間，可加入您的行事曆。');
    expect(parsed.html).toContain('您已完成報名');
  });

  const others: Mail[] = [
    enrolledLetter({ ...trainingClass, ...terms }),
    approvedLetter({ ...trainingClass, toPay: true }),
    paymentRejectedLetter({
      ...trainingClass,
      reason: '查無匯款',
      person: null,
      group: null,
      isCancelled: false,
    }),
  ];

  test.each(others)('is attached to no other mail: %j', async (letter) => {
    const { parsed } = await onTheWire(letter);
    expect(parsed.attachments).toEqual([]);
    expect(parsed.text).not.toContain('行事曆');
  });
});

test('fails when the recipient is refused, so that the mail stays in the queue', async () => {
  const { server, deliver } = await open();
  server.trouble = { refuses: { at: 'recipient', code: 550 } };
  await expect(deliver(mail, signal)).rejects.toMatchObject({ responseCode: 550, command: 'RCPT TO' });
});

test('connects a second time to a server that hangs up before its greeting, and then fails', async () => {
  const { server, deliver } = await open();
  server.trouble = { dies: 'before_greeting' };
  await expect(deliver(mail, signal)).rejects.toMatchObject({ code: 'ECONNECTION' });
  expect(server.connections()).toBe(2);
});

test('fails when the server does not listen', async () => {
  const deliver = smtpDelivery('smtp://127.0.0.1:1', sender);
  cleanUps.push(deliver.close);
  await expect(deliver(mail, signal)).rejects.toMatchObject({ code: 'ESOCKET' });
});
