import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { register } from '@portal/contract/person-form';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administer, createTestDatabase, databaseUrl, type TestDatabase } from '../test/database.ts';
import { buildRegistrationForm } from '../test/factories/account.ts';
import { multipart } from '../test/multipart.ts';
import { launchServer, startServer } from '../test/race/server-process.ts';

let database: TestDatabase;
/** A database with a part of the demo data. */
let halfLoaded: TestDatabase;
let folder: string;
const neighbour = createServer();

beforeAll(async () => {
  [database, halfLoaded] = [await createTestDatabase(), await createTestDatabase()];
  await administer(halfLoaded.url, (client) =>
    client.query("insert into site_settings (key, value) values ('demo_data', '\"loading\"')"),
  );
  await administer(database.url, (client) =>
    client.query("insert into organizations (id, code, name, position) values (1, 'TPE', '臺北市分會', 1)"),
  );
  folder = await mkdtemp(path.join(os.tmpdir(), 'portal-main-'));
  await new Promise<void>((resolve) => neighbour.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  neighbour.close();
  await Promise.all([database.drop(), halfLoaded.drop()]);
  await rm(folder, { recursive: true, force: true });
});

/** A label is too long: it is known at once to be nobody's, without a question to the network. */
const NO_HOST = `${'x'.repeat(64)}.invalid`;

const taken = () => String((neighbour.address() as AddressInfo).port);
const noDatabase = () => databaseUrl(database.url, 'no_such_database');

test.concurrent.each<[string, () => Record<string, string>, string, RegExp]>([
  ['a host of no such name', () => ({ HOST: NO_HOST }), 'HOST', /ENOTFOUND|EAI_AGAIN/],
  ['an address of another machine', () => ({ HOST: '192.0.2.1' }), 'HOST', /EADDRNOTAVAIL/],
  [
    'a port in use, before anything else is done',
    () => ({ PORT: taken(), DATABASE_URL: noDatabase() }),
    'PORT',
    /EADDRINUSE/,
  ],
  [
    'a database server of no such name',
    () => ({ DATABASE_URL: `postgres://portal@${NO_HOST}/portal` }),
    'DATABASE_URL',
    /ENOTFOUND|EAI_AGAIN/,
  ],
  [
    'demo data that are there in part',
    () => ({ DATABASE_URL: halfLoaded.url, DEMO_DATA: 'off' }),
    'DEMO_DATA',
    /DEMO_DATA=on/,
  ],
  ['no such database', () => ({ DATABASE_URL: noDatabase() }), 'DATABASE_URL', /no_such_database/],
])('a start with %s ends with one sentence that names the setting', async (_, settings, named, why) => {
  const server = launchServer({ DATABASE_URL: database.url, DATA_DIR: folder, ...settings() });
  const { code } = await server.exited;
  expect(code).toBe(1);
  const lines = server.output().trim().split('\n');
  expect(lines).toEqual([expect.stringMatching(why)]);
  expect(['HOST', 'PORT', 'DATABASE_URL', 'DEMO_DATA'].filter((name) => lines[0]?.includes(name))).toEqual([
    named,
  ]);
});

const linkWarnings = (output: string) => output.split('\n').filter((line) => line.includes('PUBLIC_URL'));

test('an uncaught error ends the server and is logged without its message, which may contain personal data', async () => {
  // The number is cut in two, because the log shows where the error was thrown, which is this text.
  const fault = `setTimeout(() => { throw new TypeError('A12345' + 6789) })`;
  const server = await startServer({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    LOG_LEVEL: 'fatal',
    SMTP_URL: 'smtp://127.0.0.1:1',
    PUBLIC_URL: 'https://training.example.org.tw',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => ${fault})`)}`,
  });
  server.kill('SIGUSR2');
  expect((await server.exited).code).toBe(1);
  const [, line = ''] = server.output().trim().split('\n');
  expect(JSON.parse(line)).toMatchObject({ level: 60, err: { type: 'TypeError' } });
  expect(server.output()).not.toContain('A123456789');
  // Links lead to PUBLIC_URL: there is nothing to warn of.
  expect(linkWarnings(server.output())).toEqual([]);
});

test('without PUBLIC_URL, on a free port of ::1, it prints its address, to which links in mails lead as it warns', async () => {
  const server = await startServer({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    HOST: '::1',
    SMTP_URL: 'smtp://127.0.0.1:1',
  });
  const robots = await fetch(`${server.address}/robots.txt`);
  expect(await robots.text()).toContain(`Sitemap: ${server.address}/sitemap.xml`);
  expect((await server.stop()).code).toBe(0);
  expect(linkWarnings(server.output())).toEqual([
    expect.stringContaining(`links in mails lead to ${server.address}`),
  ]);
});

test('on 127.0.0.1, without a mail server, it warns of no links, and removes expired records', async () => {
  const countOld = () =>
    administer(database.url, async (client) => {
      const { rowCount } = await client.query("select from idempotency_keys where key = 'old'");
      return rowCount;
    });
  await administer(database.url, (client) =>
    client.query(`insert into idempotency_keys (owner, key, route, body_hash, answer, created_at)
      values ('guest', 'old', '/api/register', 'x', '{}', now() - interval '2 days')`),
  );
  expect(await countOld()).toBe(1);
  const server = await startServer({ DATABASE_URL: database.url, DATA_DIR: folder, HOST: '127.0.0.1' });
  const robots = await fetch(`${server.address}/robots.txt`);
  expect(await robots.text()).toContain(`Sitemap: ${server.address}/sitemap.xml`);
  await expect.poll(countOld).toBe(0);
  await server.stop();
  expect(linkWarnings(server.output())).toEqual([]);
});

const modeOf = async (entry: string) => (await stat(entry)).mode & 0o777;

/** Files below the folder that other users can read. */
const openToOthers = async (dataDir: string) => {
  const found: string[] = [];
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    const whole = path.join(entry.parentPath, entry.name);
    if ((await modeOf(whole)) !== (entry.isDirectory() ? 0o700 : 0o600)) found.push(whole);
  }
  return found;
};

/** A server whose umask forbids nothing, and one person who joins: a photo and, soon after, a mail. */
const storeSomething = async (dataDir: string) => {
  const server = await startServer({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent('process.umask(0)')}`,
  });
  const bytes = await sharp({ create: { width: 400, height: 560, channels: 3, background: '#1a5fa0' } })
    .jpeg()
    .toBuffer();
  const form = await multipart({ fields: buildRegistrationForm(), file: { bytes } });
  const { status } = await fetch(server.address + register.path, { method: register.method, ...form });
  expect(status).toBe(200);
  await expect.poll(() => readdir(path.join(dataDir, 'outbox'))).toHaveLength(1);
  await server.stop();
};

test('a data folder that the portal creates for files, and everything in it, is open to its user alone', async () => {
  const dataDir = path.join(folder, 'made', 'by-the-portal');
  await storeSomething(dataDir);
  expect(await modeOf(dataDir)).toBe(0o700);
  expect(await readdir(path.join(dataDir, 'files', 'photos'))).toHaveLength(1);
  expect(await openToOthers(dataDir)).toEqual([]);
});

test('an existing data folder keeps its mode, and only its user can open the files of the portal', async () => {
  const dataDir = path.join(folder, 'made-before');
  await mkdir(dataDir);
  const before = await modeOf(dataDir);
  await storeSomething(dataDir);
  expect(await modeOf(dataDir)).toBe(before);
  expect(await openToOthers(dataDir)).toEqual([]);
});
