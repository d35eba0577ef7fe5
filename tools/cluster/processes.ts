import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** PostgreSQL and Patroni refuse to run as root. */
export interface User {
  readonly uid: number;
  readonly gid: number;
}

export interface Started {
  readonly pid: number;
  readonly child: ChildProcess;
  isAlive(): boolean;
  kill(signal: NodeJS.Signals): void;
  /** Asks it to stop, and ends it by force if it has not within the time. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

interface Start {
  readonly log: string;
  readonly user?: User | undefined;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** In milliseconds. */
const STOP_WITHIN = 30_000;

/** Everything that was started; nothing may be left when the test ends. */
const running = new Set<Started>();

export const start = (file: string, args: readonly string[], { log, user, env, cwd }: Start): Started => {
  const output = openSync(log, 'a');
  const child = spawn(file, args, {
    stdio: ['ignore', output, output],
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env },
    ...(cwd && { cwd }),
    ...user,
  });
  closeSync(output);
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const started: Started = {
    pid: child.pid ?? 0,
    child,
    isAlive,
    kill: (signal) => void child.kill(signal),
    stop: async (signal = 'SIGTERM') => {
      if (!isAlive()) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN);
      await exited;
      clearTimeout(late);
    },
  };
  child.once('exit', () => running.delete(started));
  child.once('error', () => running.delete(started));
  running.add(started);
  return started;
};

export const leftRunning = (): readonly Started[] => [...running];

interface Listed {
  readonly pid: number;
  readonly parent: number;
}

const listProcesses = async (): Promise<Listed[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const lines = await Promise.all(
    pids.map(async (pid) => [pid, await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')] as const),
  );
  return lines
    .filter(([, stat]) => stat !== '')
    .map(([pid, stat]) => ({ pid, parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) }));
};

/** These processes and all that came from them and has not been given to another parent. */
export const withDescendants = async (roots: readonly number[]): Promise<number[]> => {
  const listed = await listProcesses();
  const found = new Set(roots);
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const { pid, parent } of listed) if (found.has(parent)) found.add(pid);
  }
  return [...found];
};

export const signalAll = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
  }
};

interface Wait {
  /** In milliseconds. */
  readonly within?: number;
  readonly every?: number;
}

/** Waits until there is an answer that is neither false nor undefined, and returns it. */
export const until = async <T>(
  what: string,
  find: () => Promise<T> | T,
  { within = 600_000, every = 200 }: Wait = {},
): Promise<NonNullable<T>> => {
  const late = Date.now() + within;
  while (Date.now() < late) {
    const found = await find();
    if (found) return found;
    await sleep(every);
  }
  throw new Error(`not within ${within / 1000} s: ${what}`);
};
