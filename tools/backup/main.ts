import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { today } from '@portal/contract/dates';
import '../../server/src/platform/database/resolve-drizzle.ts';
import { type CertificateKey, verifyToken } from '@portal/contract/certificate-token';
import { verificationPath, verifyCertificate } from '@portal/contract/certificates';
import { enrol } from '@portal/contract/enrolment';
import type { Database } from '../../server/src/platform/database/database.ts';
import { leftRunning, type Started, start, until } from '../cluster/processes.ts';
import { findPrograms, type Programs, versionOf } from '../cluster/programs.ts';
import { serviceUser } from '../cluster/service-user.ts';
import { ask } from '../cluster/sql.ts';
import { deployed, fillIn, readVariables } from '../cluster/templates.ts';

/*
 * Copies a portal while people enrol, by the files of deploy/backup, and restores it to a moment: npm run test:backup.
 * Everything lies in one temporary folder.
 */

const PORT = Number(process.argv[2] ?? 21_080);
const ROOT = path.resolve(import.meta.dirname, '../..');
const BACKUP = path.join(ROOT, 'deploy/backup');
const user = serviceUser();

type Needed = Programs<'pgbackrest' | 'rsync'>;

const own = async (folder: string): Promise<string> => {
  await mkdir(folder, { recursive: true });
  if (user) await chown(folder, user.uid, user.gid);
  return folder;
};

const asService = (file: string, args: readonly string[]): string =>
  execFileSync(file, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...user });

const superuserUrl = (port: number, database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;

/** A database server on the folder, which is a new one or a restored one. */
const startPostgres = async ({ postgres }: Needed, folder: string, port: number, more: string[] = []) => {
  const sockets = await own(path.join(path.dirname(folder), 'sockets'));
  const settings = { port: String(port), listen_addresses: '127.0.0.1', unix_socket_directories: sockets };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = path.join(path.dirname(folder), 'postgres.log');
  const server = start(path.join(postgres, 'postgres'), ['-D', folder, ...args, ...more], { log, user });
  const isUp = () =>
    ask(superuserUrl(port, 'postgres'), 'select where not pg_is_in_recovery()').then(
      (rows) => rows.length === 1,
      () => false,
    );
  await until('PostgreSQL answers', () => {
    if (!server.isAlive()) throw new Error(`PostgreSQL has ended: see ${log}`);
    return isUp();
  });
  return server;
};

const startPortal = async (folder: string, database: string, port: number): Promise<Started> => {
  const env = {
    DATABASE_URL: database,
    DATA_DIR: folder,
    PORT: String(port),
    DEMO_DATA: 'off',
    LOG_LEVEL: 'warn',
  };
  const main = path.join(ROOT, 'server/src/main.ts');
  const portal = start(process.execPath, [main], { log: `${folder}.log`, env });
  await until('the portal is ready', async () => {
    if (!portal.isAlive()) throw new Error(`the portal has ended: see ${folder}.log`);
    return fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  return portal;
};

const press = async (port: number, token: string, code: string): Promise<void> => {
  const answer = await fetch(`http://127.0.0.1:${port}${enrol.path}`, {
    method: enrol.method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      // The portal closes an idle connection while the scripts run.
      connection: 'close',
    },
    body: JSON.stringify({ code }),
  });
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
};

const enrolled = async (url: string): Promise<number> =>
  (await ask<{ count: number }>(url, 'select count(*)::int as count from registrations'))[0]?.count ?? 0;

/** Writes the settings of pgBackRest and of the scripts for this folder; returns the environment of the scripts. */
const configure = async (
  folder: string,
  port: number,
): Promise<{ archive: string; env: NodeJS.ProcessEnv }> => {
  const backups = await own(path.join(folder, 'backups'));
  const config = path.join(folder, 'pgbackrest.conf');
  const variables = {
    BACKUP_FOLDER: backups,
    BACKUP_PASSWORD: randomUUID(),
    PG_DATA: path.join(folder, 'before/data'),
    PG_SOCKETS: path.join(folder, 'before/sockets'),
    DB_PORT: String(port),
  };
  await writeFile(config, fillIn(await deployed('backup/pgbackrest.conf'), variables));
  const settings = {
    ...readVariables(await deployed('backup/backup.env')),
    BACKUP_FOLDER: backups,
    PGBACKREST_CONFIG: config,
    FILES_FOLDER: path.join(folder, 'portal/files'),
  };
  const file = path.join(folder, 'backup.env');
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  await writeFile(file, `${lines.join('\n')}\n`);
  const archive = `pgbackrest --config=${config} --stanza=portal archive-push %p`;
  return { archive, env: { PATH: process.env.PATH, BACKUP_ENV: file } };
};

const checkData = (url: string, dataDir: string): string =>
  execFileSync(process.execPath, [path.join(ROOT, 'server/src/commands/check-data.ts')], {
    env: { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: dataDir },
    encoding: 'utf8',
  }).trim();

const script = (name: string, args: readonly string[], env: NodeJS.ProcessEnv): void => {
  execFileSync(path.join(BACKUP, name), args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
};

const expectEqual = (what: string, found: unknown, expected: unknown): void => {
  console.log(`${what}: ${found}`);
  if (found !== expected) throw new Error(`${what}: ${found} instead of ${expected}`);
};

/** Issues a certificate and returns the address in its QR code. */
const issue = async (db: Database, accountId: number): Promise<string> => {
  const { inTransaction } = await import('../../server/src/platform/database/database.ts');
  const { buildCourse, buildOrganization } = await import('../../server/test/factories/catalogue.ts');
  const { decidingStaff } = await import('../../server/test/factories/staff.ts');
  const { issueCertificate } = await import('../../server/src/certificates/issue/issue-certificate.ts');
  const { certificateContents } = await import('../../server/src/certificates/tables.ts');
  const { findSigningKey } = await import('../../server/src/certificates/verify/keys.ts');
  const { verificationAddress } = await import(
    '../../server/src/certificates/verify/verification-address.ts'
  );
  const organizationId = (await buildOrganization(db)).id;
  const courseId = (await buildCourse(db, { code: 'FA1', chineseName: '初級急救員訓練', years: 3 })).id;
  const now = new Date();
  const issuedOn = today(now);
  await inTransaction(db, (tx) =>
    issueCertificate(
      tx,
      { accountId, organizationId, courseId, issuedOn, hours: 16 },
      { actor: decidingStaff(), now },
    ),
  );
  const [frozen] = await db.select().from(certificateContents);
  if (!frozen) throw new Error('there is no certificate');
  return verificationAddress(frozen, await findSigningKey(db), `http://127.0.0.1:${PORT + 1}`);
};

/** Opens the address of a QR code as a stranger does: its page, the certificate by its number, and the signature. */
const expectVerifiable = async (address: string): Promise<void> => {
  const { origin, pathname, hash } = new URL(address);
  const number = decodeURIComponent(pathname.slice(verificationPath('').length));
  const read = async (target: string) => {
    const answer = await fetch(`${origin}${target}`, { headers: { connection: 'close' } });
    if (answer.status !== 200) throw new Error(`${target}: ${answer.status}`);
    return answer;
  };
  await read(pathname);
  const found = await (
    await read(verifyCertificate.path.replace(':code', encodeURIComponent(number)))
  ).json();
  expectEqual(`certificate ${number}`, (found as { state: string }).state, 'valid');
  const answer = await read('/.well-known/certificate-keys.json');
  const { keys } = (await answer.json()) as { keys: CertificateKey[] };
  const signed = await verifyToken(number, hash.slice(1), keys);
  expectEqual('signed by a key of the portal', signed !== null, true);
};

/** A portal with a copy, and enrolments before and after the moment to which it is restored. */
const live = async (
  programs: Needed,
  folder: string,
  { archive, env }: Awaited<ReturnType<typeof configure>>,
) => {
  const { buildCrowd, buildOpenClass } = await import('../../server/test/race/crowd.ts');
  const { connect } = await import('../../server/src/platform/database/database.ts');
  const data = path.join(await own(path.join(folder, 'before')), 'data');
  asService(path.join(programs.postgres, 'initdb'), [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  ]);
  const archiving = ['archive_mode=on', `archive_command=${archive}`].flatMap((each) => ['-c', each]);
  const server = await startPostgres(programs, data, PORT, archiving);
  await ask(superuserUrl(PORT, 'postgres'), 'create database portal');
  const url = superuserUrl(PORT, 'portal');
  asService(programs.pgbackrest, [`--config=${folder}/pgbackrest.conf`, '--stanza=portal', 'stanza-create']);
  const portal = await startPortal(path.join(folder, 'portal'), url, PORT + 1);
  const db = connect(url);
  const people = await buildCrowd(db, 60);
  const { code } = await buildOpenClass(db, 100);
  const certificate = await issue(db, people[0]?.id ?? 0);
  await db.$client.end();
  const pressAll = async (from: number, to: number) => {
    for (const { token } of people.slice(from, to)) await press(PORT + 1, token, code);
  };
  await mkdir(path.join(folder, 'portal/files'), { recursive: true });
  await writeFile(path.join(folder, 'portal/files/proof'), 'a file that is copied');
  await pressAll(0, 20);
  script('backup.sh', ['full'], env);
  await pressAll(20, 30);
  script('backup.sh', ['diff'], env);
  await pressAll(30, 40);
  const [row] = await ask<{ now: string }>(url, 'select clock_timestamp()::text as now');
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  await pressAll(40, 60);
  // A mistake is noticed while the server runs; when its disk is lost, the last minute is on the standby.
  const [ended] = await ask<{ file: string }>(url, 'select pg_walfile_name(pg_switch_wal()) as file');
  await until('the log is in the archive', async () => {
    const archived = await ask(url, 'select from pg_stat_archiver where last_archived_wal >= $1', [
      ended?.file,
    ]);
    return archived.length === 1;
  });
  await portal.stop();
  await server.stop('SIGQUIT');
  return { moment: row?.now ?? '', certificate };
};

const run = async (): Promise<void> => {
  const programs = findPrograms(['pgbackrest', 'rsync']);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portal-backup-'));
  await chmod(folder, 0o755);
  try {
    const configured = await configure(folder, PORT);
    const { moment, certificate } = await live(programs, folder, configured);
    // Nothing of the first server is left.
    await rm(path.join(folder, 'before'), { recursive: true });
    await rm(path.join(folder, 'portal'), { recursive: true });
    const began = performance.now();
    await own(path.join(folder, 'after'));
    const data = path.join(folder, 'after/data');
    const dataDir = path.join(folder, 'restored');
    script('restore.sh', [moment, data, path.join(dataDir, 'files')], configured.env);
    const server = await startPostgres(programs, data, PORT, [
      '-c',
      'archive_mode=on',
      '-c',
      'archive_command=/bin/false',
    ]);
    const url = superuserUrl(PORT, 'portal');
    expectEqual(`enrolments at ${moment}`, await enrolled(url), 40);
    expectEqual('files', (await readdir(path.join(dataDir, 'files'))).join(), 'proof');
    await rm(path.join(dataDir, 'files/proof'));
    const portal = await startPortal(dataDir, url, PORT + 1);
    console.log(`restored and serving after ${((performance.now() - began) / 1_000).toFixed(1)} s`);
    await expectVerifiable(certificate);
    console.log(checkData(url, dataDir));
    await portal.stop();
    await server.stop('SIGINT');
    console.log(
      `PostgreSQL ${versionOf(path.join(programs.postgres, 'postgres'), '--version')}, pgBackRest ${versionOf(programs.pgbackrest, 'version')}`,
    );
  } finally {
    await Promise.all(leftRunning().map((started) => started.stop('SIGKILL')));
    await rm(folder, { recursive: true, force: true });
  }
};

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await Promise.all(leftRunning().map((started) => started.stop('SIGKILL')));
    process.exit(1);
  });
await run();
