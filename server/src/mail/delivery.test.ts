import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import { outboxDelivery, smtpDelivery } from './delivery.ts';
import { compose } from './templates.ts';

const sender = { from: '學員訓練報名網 <no-reply@portal.example>', publicUrl: 'https://portal.example' };
const mail = {
  id: '0f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  to: 'yijun@example.com',
  ...compose({ template: 'registered', data: { name: '林怡君' } }, sender.publicUrl),
};

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const outbox = async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'outbox-'));
  cleanUps.push(() => rm(folder, { recursive: true }));
  return folder;
};

const smtpServer = async (options: ConstructorParameters<typeof SMTPServer>[0] = {}) => {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString());
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUps.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `smtp://127.0.0.1:${port}`, received };
};

it('writes a mail as an .eml that only its owner may read, and nothing beside it', async () => {
  const folder = await outbox();
  await outboxDelivery(folder, sender)(mail);
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

it('hands a mail to an SMTP server with its Chinese subject and both bodies whole', async () => {
  const server = await smtpServer();
  const deliver = smtpDelivery(server.url, sender);
  cleanUps.push(deliver.close);
  await deliver(mail);
  const parsed = await PostalMime.parse(server.received[0] ?? '');
  expect(parsed.subject).toBe('【學員訓練報名網】加入學員成功');
  expect(parsed.text).toContain('您已成功加入學員');
  expect(parsed.html).toContain('您已成功加入學員');
});

it('fails when the recipient is refused, so that the mail stays in the queue', async () => {
  const server = await smtpServer({
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error('no such mailbox'), { responseCode: 550 })),
  });
  const deliver = smtpDelivery(server.url, sender);
  cleanUps.push(deliver.close);
  await expect(deliver(mail)).rejects.toMatchObject({ responseCode: 550, command: 'RCPT TO' });
});

it('fails when nobody listens', async () => {
  const deliver = smtpDelivery('smtp://127.0.0.1:1', sender);
  cleanUps.push(deliver.close);
  await expect(deliver(mail)).rejects.toMatchObject({ code: 'ESOCKET' });
});
