import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Disk, mountDisk } from './disk.ts';
import { type Started, signalAll, start, type User, until, withDescendants } from './processes.ts';
import type { Programs } from './programs.ts';
import { deployed, fillIn, readVariables, type Variables } from './templates.ts';

interface Place {
  readonly name: string;
  readonly folder: string;
  readonly variables: Variables;
  readonly programs: Programs;
  readonly user: User | undefined;
}

/** What Patroni says of itself. */
interface Status {
  readonly role: string;
  readonly state: string;
  readonly pause?: boolean;
}

/** One of the three machines with PostgreSQL: an address of its own, Patroni, and etcd. */
export interface Machine {
  readonly name: string;
  readonly address: string;
  /** Null if this user may not mount one. */
  readonly disk: Disk | null;
  startEtcd(): void;
  stopEtcd(): Promise<void>;
  startPatroni(): void;
  /** After `kill`: the machine has its power again. */
  start(): void;
  /** Null if it does not answer. */
  status(): Promise<Status | null>;
  isPrimary(): Promise<boolean>;
  /** The machine loses its power: PostgreSQL, Patroni and etcd end at once. */
  kill(): Promise<void>;
  /** PostgreSQL and Patroni stand still. */
  freeze(): Promise<void>;
  thaw(): void;
  stop(): Promise<void>;
}

/** The process of this PostgreSQL server, if it runs: its number may have gone to somebody else. */
const postmasterOf = async (data: string): Promise<number[]> => {
  const text = await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  const command = pid > 0 ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') : '';
  return command.includes(data) ? [pid] : [];
};

export const buildMachine = async (place: Place): Promise<Machine> => {
  const { name, folder, programs, user } = place;
  const variables: Variables = { ...place.variables, NAME: name };
  const address = variables.ADDRESS ?? '';
  const data = variables.PG_DATA ?? '';
  const config = path.join(folder, 'patroni.yml');
  const disk = await mountDisk(variables.PG_FOLDER ?? '');
  for (const each of [folder, variables.ETCD_FOLDER, variables.PG_FOLDER, variables.PG_SOCKETS]) {
    await mkdir(each ?? '', { recursive: true, mode: 0o700 });
    if (user) await chown(each ?? '', user.uid, user.gid);
  }
  await writeFile(config, fillIn(await deployed('patroni.yml'), variables), { mode: 0o644 });
  const etcdSettings = readVariables(fillIn(await deployed('etcd.env'), variables));
  let [etcd, patroni]: (Started | undefined)[] = [];
  let frozen: number[] = [];

  const status = async (): Promise<Status | null> => {
    try {
      const answer = await fetch(`http://${address}:${variables.PATRONI_PORT}/patroni`, {
        signal: AbortSignal.timeout(1_000),
      });
      return (await answer.json()) as Status;
    } catch {
      return null;
    }
  };
  const everything = async () =>
    withDescendants([...(patroni?.isAlive() ? [patroni.pid] : []), ...(await postmasterOf(data))]);
  const kill = async () => {
    const pids = await everything();
    signalAll([...pids, ...(etcd?.isAlive() ? [etcd.pid] : [])], 'SIGKILL');
    await until(`${name} has ended`, () => !patroni?.isAlive() && !etcd?.isAlive());
  };
  const startEtcd = () => {
    etcd = start(programs.etcd, [], { log: path.join(folder, 'etcd.log'), user, env: etcdSettings });
  };
  const startPatroni = () => {
    patroni = start(programs.patroni, [config], {
      log: path.join(folder, 'patroni.log'),
      user,
      cwd: folder,
    });
  };

  return {
    name,
    address,
    disk,
    startEtcd,
    stopEtcd: async () => etcd?.stop('SIGKILL'),
    startPatroni,
    start: () => {
      startEtcd();
      startPatroni();
    },
    status,
    isPrimary: async () => {
      const found = await status();
      return found?.state === 'running' && ['master', 'primary'].includes(found.role);
    },
    kill,
    freeze: async () => {
      frozen = await everything();
      signalAll(frozen, 'SIGSTOP');
    },
    thaw: () => {
      signalAll(frozen, 'SIGCONT');
      frozen = [];
    },
    stop: async () => {
      signalAll(frozen, 'SIGCONT');
      // Patroni would stop PostgreSQL in order; nothing here is needed afterwards.
      await kill();
      disk?.remove();
    },
  };
};
