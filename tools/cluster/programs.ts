import { execFileSync } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import path from 'node:path';

/** The programs that the cluster consists of, and the Debian package of each. */
const PACKAGES = {
  // Patroni speaks to etcd by a package that it only suggests.
  patroni: 'patroni python3-etcd',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  nginx: 'nginx',
  openssl: 'openssl',
  pgbackrest: 'pgbackrest',
  rsync: 'rsync',
} as const;

type Program = keyof typeof PACKAGES;

const POSTGRES_HOME = '/usr/lib/postgresql';
const FOLDERS = ['/usr/sbin', '/usr/bin', '/sbin', '/bin', '/usr/local/bin'];

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const find = (name: string): string | undefined =>
  [...FOLDERS, ...(process.env.PATH ?? '').split(':')]
    .map((folder) => path.join(folder, name))
    .find(isProgram);

/** The programs of the newest PostgreSQL. */
const findPostgres = (): string | undefined => {
  try {
    return readdirSync(POSTGRES_HOME)
      .sort((one, other) => Number(other) - Number(one))
      .map((version) => path.join(POSTGRES_HOME, version, 'bin'))
      .find((bin) => isProgram(path.join(bin, 'postgres')));
  } catch {
    return undefined;
  }
};

export type Programs<Needed extends Program = ClusterProgram> = Readonly<Record<Needed, string>> & {
  /** The folder of PostgreSQL's programs. */
  readonly postgres: string;
};

const CLUSTER = ['patroni', 'etcd', 'haproxy', 'pgbouncer', 'nginx', 'openssl'] as const;
type ClusterProgram = (typeof CLUSTER)[number];

/** Throws a sentence that names the packages that are missing. */
export const findPrograms = <Needed extends Program>(needed: readonly Needed[]): Programs<Needed> => {
  const postgres = findPostgres();
  const found = needed.map((name) => [name, find(name)] as const);
  const missing: string[] = found.filter(([, file]) => !file).map(([name]) => PACKAGES[name]);
  if (!postgres) missing.push('postgresql');
  if (missing.length > 0)
    throw new Error(`These Debian packages are missing: apt-get install ${missing.join(' ')}`);
  return { ...Object.fromEntries(found), postgres } as Programs<Needed>;
};

export const versionOf = (file: string, argument: string): string => {
  const text = execFileSync('/bin/sh', ['-c', `"${file}" ${argument} 2>&1`], { encoding: 'utf8' });
  return /\d+(\.\d+)+/.exec(text)?.[0] ?? text.trim();
};

/** Before, a primary that wakes up may take the lead back from its successor. */
const OLDEST_PATRONI = [3, 0, 3] as const;

const isOlder = (version: string, [major, minor, patch]: typeof OLDEST_PATRONI): boolean => {
  const [a = 0, b = 0, c = 0] = version.split('.').map(Number);
  return a < major || (a === major && (b < minor || (b === minor && c < patch)));
};

/** @throws a sentence that names missing packages, or a Patroni that is too old. */
export const findClusterPrograms = (): Programs => {
  const programs = findPrograms(CLUSTER);
  const version = versionOf(programs.patroni, '--version');
  if (isOlder(version, OLDEST_PATRONI))
    throw new Error(
      `Patroni ${version} is too old: ${OLDEST_PATRONI.join('.')} or newer is needed (Debian 13).`,
    );
  return programs;
};

/** The version of each program, as it says itself. */
export const versionsOf = (programs: Programs): Record<string, string> => ({
  PostgreSQL: versionOf(path.join(programs.postgres, 'postgres'), '--version'),
  Patroni: versionOf(programs.patroni, '--version'),
  etcd: versionOf(programs.etcd, '--version'),
  HAProxy: versionOf(programs.haproxy, '-v'),
  PgBouncer: versionOf(programs.pgbouncer, '--version'),
  nginx: versionOf(programs.nginx, '-v'),
  'Node.js': process.versions.node,
});
