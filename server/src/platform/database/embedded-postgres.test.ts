import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

let root: string;
let dataDir: string;
const servers: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];

// One cluster for all tests, because making one costs a second; each test leaves it stopped.
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'portal-embedded-'));
  dataDir = path.join(root, 'data');
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const server of servers.splice(0)) await server.stop();
});

afterAll(() => rm(root, { recursive: true, force: true }));

test('the database keeps its data from one start to the next, and leaves no process after a stop', async () => {
  const first = await start({ durable: true });
  expect(await query(first.url, 'SHOW fsync')).toEqual([{ fsync: 'on' }]);
  await query(first.ownerUrl, "CREATE TABLE kept AS SELECT '學員' AS word");
  const pid = await postmasterPid();
  await first.stop();
  expect(isRunning(pid)).toBe(false);

  const second = await start();
  expect(await query(second.ownerUrl, 'SELECT word FROM kept')).toEqual([{ word: '學員' }]);
  expect(second.foundRunning).toBe(false);
});

test('the database cannot be reached over the network, nor by other users of the machine', async () => {
  const { url } = await start();
  const socketDir = new URL(url).searchParams.get('host');
  expect(await query(url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }]);
  expect(await query(url, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual([
    { rolsuper: false },
  ]);
  await expect(readdir(socketDir as string)).resolves.toContain('.s.PGSQL.5432');
  expect((await stat(socketDir as string)).mode & 0o777).toBe(0o700);
});

test('the database starts within five seconds after its server was killed, with all committed data', async () => {
  const holder = await hold('CREATE TABLE kept_from_kill AS SELECT 1 AS number');
  holder.kill('SIGKILL');
  const after = await timeOf(start);
  const server = after.answer;
  expect(await query(server.ownerUrl, 'SELECT number FROM kept_from_kill')).toEqual([{ number: 1 }]);
  await server.stop();
  // A busy machine takes long for every start.
  const usual = await timeOf(start);
  expect(after.took).toBeLessThan(Math.max(5_000, 5 * usual.took));
});

test('a start ends the PostgreSQL that a killed server left running', async () => {
  const holder = await hold('SELECT 1');
  const leftover = await postmasterPid();
  // Held still, it does not hear that its server is gone, as where the kernel does not tell it.
  process.kill(leftover, 'SIGSTOP');
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  setTimeout(() => process.kill(leftover, 'SIGCONT'), 200);

  const server = await start();
  expect(server.foundRunning).toBe(true);
  expect(await postmasterPid()).not.toBe(leftover);
  expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a start does not end another process that has the pid of a PostgreSQL from before a crash', async () => {
  await (await start()).stop();
  const stranger = spawn('sleep', ['60']);
  children.push(stranger);
  const cluster = path.join(dataDir, 'postgres');
  const lines = [stranger.pid, cluster, '1700000000', '5432', cluster, '', '0 0', 'ready'].join('\n');
  await writeFile(path.join(cluster, 'postmaster.pid'), lines);
  await writeFile(path.join(cluster, '.s.PGSQL.5432.lock'), lines);

  const server = await start();
  expect(server.foundRunning).toBe(false);
  expect(isRunning(stranger.pid as number)).toBe(true);
});

test('the database starts again when it dies', async () => {
  const { url } = await start();
  const first = await postmasterPid();
  process.kill(first, 'SIGKILL');
  const answer = () => query(url, 'SELECT 1 AS one').catch(() => null);
  await expect.poll(answer).toEqual([{ one: 1 }]);
  expect(await postmasterPid()).not.toBe(first);
});

test('a second server is refused while the first runs, with the name of the first', async () => {
  const holder = await hold('SELECT 1');
  await expect(start()).rejects.toThrow(`程序 ${holder.pid}`);
});

test('a start removes a cluster that is incomplete because its creation was killed', async () => {
  await mkdir(path.join(dataDir, 'postgres.new-abc'));
  await writeFile(path.join(dataDir, 'postgres.new-abc', 'PG_VERSION'), '18');
  const { url } = await start();
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(await readdir(dataDir)).not.toContain('postgres.new-abc');
});

test('the database works in a folder whose path is too long for a socket, with spaces, commas and quotes', async () => {
  for (const name of ['長'.repeat(40), `a "b", c's`]) {
    const moved = path.join(root, name);
    await rename(dataDir, moved);
    dataDir = moved;
    const server = await start();
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    const socketDir = new URL(server.url).searchParams.get('host') as string;
    await server.stop();
    if (!socketDir.startsWith(root)) await expect(readdir(socketDir)).rejects.toThrow('ENOENT');
  }
});

test.runIf(process.getuid?.() === 0)('works as root below a folder which only root may enter', async () => {
  await chmod(root, 0o700);
  const { url } = await start();
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('the database does not keep an idle process alive', async () => {
  const child = script('await startEmbeddedPostgres({ dataDir, durable: false });');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

async function start(options: { durable?: boolean } = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, durable: false, ...options });
  servers.push(server);
  return server;
}

async function timeOf<T>(work: () => Promise<T>): Promise<{ answer: T; took: number }> {
  const begun = performance.now();
  const answer = await work();
  return { answer, took: performance.now() - begun };
}

/** A server in another process, which has run `statement`. */
async function hold(statement: string): Promise<ChildProcess> {
  const child = script(`
    const { ownerUrl } = await startEmbeddedPostgres({ dataDir, durable: true });
    const client = new pg.Client(ownerUrl);
    await client.connect();
    await client.query(${JSON.stringify(statement)});
    console.log('ready');
  `);
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  return child;
}

function script(body: string): ChildProcess {
  const source = `
    import pg from ${JSON.stringify(import.meta.resolve('pg'))};
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)};
    const dataDir = ${JSON.stringify(dataDir)};
    ${body}
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function postmasterPid(): Promise<number> {
  return Number.parseInt(await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
