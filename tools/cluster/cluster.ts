import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buildMachine, type Machine } from './machine.ts';
import { buildPortal, type Portal } from './portal.ts';
import { leftRunning, type Started, start, type User, until } from './processes.ts';
import type { Programs } from './programs.ts';
import { serviceUser } from './service-user.ts';
import { ask, openAsSuperuser } from './sql.ts';
import { adapt, deployed, fillIn, readVariables, type Variables } from './templates.ts';

/* Each machine has an address of its own on the loopback interface; the ports are the same on all. */

const NAMES = ['db1', 'db2', 'db3'] as const;
const ADDRESSES = ['127.0.0.11', '127.0.0.12', '127.0.0.13'] as const;
const PORTAL_PASSWORD = 'portal-secret';
const OWNER_PASSWORD = 'owner-secret';
const OPERATIONS = path.resolve(import.meta.dirname, '../../docs/operations.md');

export interface Options {
  /** The first of about twenty ports. */
  readonly port: number;
  readonly portals: number;
}

/** HAProxy, PgBouncer or nginx. */
export interface Relay {
  readonly name: string;
  start(): void;
  isAlive(): boolean;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface Cluster {
  readonly folder: string;
  readonly machines: readonly Machine[];
  readonly portals: readonly Portal[];
  readonly haproxy: Relay;
  readonly pgbouncer: Relay;
  readonly nginx: Relay;
  /** The address of the database through HAProxy, for the role that owns the schema. */
  readonly ownerUrl: string;
  superuserUrl(machine: Machine): string;
  /** The address at which nginx listens. */
  readonly address: { readonly port: number; readonly certificate: string };
  readonly poolMode: string;
  primary(): Promise<Machine>;
  /** Whether so many standbys stream from the primary, one of them synchronously. */
  hasStandbys(count: number): Promise<boolean>;
  /** Keeps the folder with the logs if asked to. */
  close(keep?: boolean): Promise<void>;
}

const portsFrom = (first: number) => ({
  DB_PORT: String(first),
  PATRONI_PORT: String(first + 1),
  ETCD_PORT: String(first + 2),
  ETCD_PEER_PORT: String(first + 3),
  PRIMARY_PORT: String(first + 4),
  STANDBY_PORT: String(first + 5),
  POOL_PORT: String(first + 6),
});

const sharedVariables = async (
  folder: string,
  { postgres }: Programs,
  first: number,
): Promise<Variables> => ({
  ...readVariables(await deployed('cluster.env')),
  ...portsFrom(first),
  DB1: ADDRESSES[0],
  DB2: ADDRESSES[1],
  DB3: ADDRESSES[2],
  NETWORK: '127.0.0.0/8',
  PG_BIN: postgres,
  POOL_USERS: path.join(folder, 'userlist.txt'),
});

const variablesOf = (shared: Variables, folder: string, address: string): Variables => ({
  ...shared,
  ADDRESS: address,
  ETCD_FOLDER: path.join(folder, 'etcd'),
  PG_FOLDER: path.join(folder, 'disk'),
  PG_DATA: path.join(folder, 'disk/data'),
  PG_SOCKETS: path.join(folder, 'sockets'),
});

const proxyOf = (name: string, begin: () => Started): Relay => {
  let running: Started | undefined;
  return {
    name,
    start: () => {
      running = begin();
    },
    isAlive: () => running?.isAlive() ?? false,
    stop: async (signal) => running?.stop(signal),
  };
};

interface Layout {
  readonly folder: string;
  readonly programs: Programs;
  readonly user: User | undefined;
  readonly variables: Variables;
}

const buildHaproxy = async ({ folder, programs, user, variables }: Layout): Promise<Relay> => {
  const config = path.join(folder, 'haproxy.cfg');
  await writeFile(config, fillIn(await deployed('haproxy.cfg'), variables));
  const log = path.join(folder, 'haproxy.log');
  return proxyOf('HAProxy', () => start(programs.haproxy, ['-f', config], { log, user }));
};

/** Since 1.21, PgBouncer knows the prepared statements of the portal in transaction mode. */
const poolSettings = (version: string): { mode: string; changes: [string, string][] } => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 1 || minor >= 21) return { mode: 'transaction', changes: [] };
  return {
    mode: 'session',
    changes: [
      ['pool_mode = transaction', 'pool_mode = session'],
      ['max_prepared_statements = 200', ''],
    ],
  };
};

const buildPgbouncer = async ({ folder, programs, user, variables }: Layout, version: string) => {
  const config = path.join(folder, 'pgbouncer.ini');
  const { mode, changes } = poolSettings(version);
  await writeFile(config, adapt(fillIn(await deployed('pgbouncer.ini'), variables), changes));
  await writeFile(variables.POOL_USERS ?? '', `"portal" "${PORTAL_PASSWORD}"\n`);
  const log = path.join(folder, 'pgbouncer.log');
  return { mode, proxy: proxyOf('PgBouncer', () => start(programs.pgbouncer, [config], { log, user })) };
};

const certify = async ({ folder, programs, user }: Layout): Promise<string> => {
  const [key, certificate] = [path.join(folder, 'privkey.pem'), path.join(folder, 'fullchain.pem')];
  const subject = [
    '-subj',
    '/CN=training.example.org.tw',
    '-addext',
    'subjectAltName=DNS:training.example.org.tw',
  ];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync(
    programs.openssl,
    ['req', '-x509', ...curve, ...subject, '-keyout', key, '-out', certificate],
    {
      stdio: 'ignore',
    },
  );
  if (user) await chown(key, user.uid, user.gid);
  return readFile(certificate, 'utf8');
};

const buildNginx = async (layout: Layout, port: number, portals: readonly Portal[]) => {
  const { folder, programs, user } = layout;
  const certificate = await certify(layout);
  const servers = portals.map(({ address }) => `server ${address.slice('http://'.length)} max_fails=0;`);
  const site = adapt(await deployed('nginx.conf'), [
    ['server 127.0.0.1:3000 max_fails=0;', servers.join('\n  ')],
    ['server 127.0.0.1:3001 max_fails=0;', ''],
    ['listen 80;', `listen 127.0.0.1:${port + 1};`],
    ['listen [::]:80;', ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
    ['listen [::]:443 ssl http2;', ''],
    ['/etc/portal/tls', folder],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/nginx-${kind};`,
  );
  const config = path.join(folder, 'nginx.conf');
  await writeFile(
    config,
    `daemon off; pid ${folder}/nginx.pid; error_log stderr warn;
events { worker_connections 4096; }
http { access_log off; add_header x-portal $upstream_addr always; ${temporary.join(' ')}
${site} }`,
  );
  const log = path.join(folder, 'nginx.log');
  return {
    certificate,
    proxy: proxyOf('nginx', () => start(programs.nginx, ['-e', 'stderr', '-c', config], { log, user })),
  };
};

/** The two roles and the database, with the settings that docs/operations.md gives to the role behind PgBouncer. */
const createRoles = async (url: string): Promise<void> => {
  const client = await openAsSuperuser(url);
  const settings = (await readFile(OPERATIONS, 'utf8')).match(/^alter role portal set .*;$/gm) ?? [];
  await client.query(`create role portal_owner login password '${OWNER_PASSWORD}'`);
  await client.query(`create role portal login password '${PORTAL_PASSWORD}'`);
  for (const setting of settings) await client.query(setting);
  await client.query('create database portal owner portal_owner');
  await client.end();
};

const prepareFolder = async (user: User | undefined): Promise<string> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portal-cluster-'));
  await chmod(folder, 0o755);
  if (user) await chown(folder, user.uid, user.gid);
  return folder;
};

const hasStandbys = async (url: string, count: number): Promise<boolean> => {
  const rows = await ask<{ state: string; sync_state: string }>(
    url,
    'select state, sync_state from pg_stat_replication',
  ).catch(() => []);
  const streaming = rows.filter(({ state }) => state === 'streaming');
  return streaming.length >= count && streaming.some(({ sync_state }) => sync_state === 'sync');
};

const buildPortals = ({ folder, variables }: Layout, { port, portals }: Options): Portal[] => {
  const { PRIMARY_PORT, STANDBY_PORT, POOL_PORT } = variables;
  const urlTo = (role: string, to = '') => `postgres://${role}@127.0.0.1:${to}/portal`;
  const server = `portal:${PORTAL_PASSWORD}`;
  return Array.from({ length: portals }, (_, n) => {
    const isPooled = n % 2 === 1;
    return buildPortal({
      name: `portal${n + 1}`,
      port: port + 20 + n,
      folder,
      isPooled,
      env: {
        DEMO_DATA: 'off',
        LISTEN_EARLY: 'off',
        LOG_LEVEL: 'warn',
        TRUST_PROXY: '127.0.0.1',
        PUBLIC_URL: 'https://training.example.org.tw',
        MIGRATION_DATABASE_URL: urlTo(`portal_owner:${OWNER_PASSWORD}`, PRIMARY_PORT),
        DATABASE_URL: urlTo(server, isPooled ? POOL_PORT : PRIMARY_PORT),
        READ_DATABASE_URL: urlTo(server, STANDBY_PORT),
      },
    });
  });
};

const closeAll = async (folder: string, machines: readonly Machine[], keep: boolean): Promise<void> => {
  for (const machine of machines) await machine.stop();
  await Promise.all(leftRunning().map((started) => started.stop()));
  if (!keep) await rm(folder, { recursive: true, force: true });
};

/** Starts everything but the proxies and the portals, and creates the roles and the database. */
const layOut = async (programs: Programs, { port }: Options) => {
  const user = serviceUser();
  const folder = await prepareFolder(user);
  const variables = await sharedVariables(folder, programs, port);
  const machines = await Promise.all(
    NAMES.map((name, n) => {
      const own = path.join(folder, name);
      return buildMachine({
        name,
        folder: own,
        variables: variablesOf(variables, own, ADDRESSES[n] ?? ''),
        programs,
        user,
      });
    }),
  );
  return { folder, programs, user, variables, machines };
};

export const openCluster = async (
  programs: Programs,
  options: Options,
  versions: Record<string, string>,
): Promise<Cluster> => {
  const layout = await layOut(programs, options);
  const { folder, variables, machines } = layout;
  const superuserUrl = ({ address }: Machine, database = 'portal') =>
    `postgres://postgres:${variables.POSTGRES_PASSWORD}@${address}:${variables.DB_PORT}/${database}`;
  const close = (keep = false) => closeAll(folder, machines, keep);
  const findPrimary = async (): Promise<Machine | undefined> => {
    const found = await Promise.all(machines.map((machine) => machine.isPrimary()));
    return machines.find((_, n) => found[n]);
  };
  /** On a busy machine Patroni does not answer at once. */
  const primary = () => until('there is a primary', findPrimary);
  try {
    for (const machine of machines) machine.startEtcd();
    for (const machine of machines) machine.startPatroni();
    await createRoles(superuserUrl(await primary(), 'postgres'));
    await until('two standbys', async () => hasStandbys(superuserUrl(await primary()), 2));
    const portals = buildPortals(layout, options);
    const haproxy = await buildHaproxy(layout);
    const { proxy: pgbouncer, mode: poolMode } = await buildPgbouncer(layout, versions.PgBouncer ?? '');
    const { proxy: nginx, certificate } = await buildNginx(layout, options.port + 10, portals);
    for (const proxy of [haproxy, pgbouncer]) proxy.start();
    for (const portal of portals) await portal.start();
    nginx.start();
    await until('HAProxy, PgBouncer and nginx run', () =>
      [haproxy, pgbouncer, nginx].every((each) => each.isAlive()),
    );
    return {
      folder,
      machines,
      portals,
      haproxy,
      pgbouncer,
      nginx,
      ownerUrl: `postgres://portal_owner:${OWNER_PASSWORD}@127.0.0.1:${variables.PRIMARY_PORT}/portal`,
      superuserUrl,
      address: { port: options.port + 10, certificate },
      poolMode,
      primary,
      hasStandbys: async (count) => hasStandbys(superuserUrl(await primary()), count),
      close,
    };
  } catch (error) {
    await close(true);
    throw error;
  }
};
