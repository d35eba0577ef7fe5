import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Started, start, until } from './processes.ts';

const MAIN = path.resolve(import.meta.dirname, '../../server/src/main.ts');

interface Settings {
  readonly name: string;
  readonly port: number;
  readonly folder: string;
  readonly isPooled: boolean;
  readonly env: Readonly<Record<string, string>>;
}

/** A server of the portal. */
export interface Portal {
  readonly name: string;
  readonly address: string;
  /** Whether its connections lead through PgBouncer. */
  readonly isPooled: boolean;
  /** How often it was started. */
  starts(): number;
  pid(): number;
  isAlive(): boolean;
  isReady(): Promise<boolean>;
  start(env?: Readonly<Record<string, string>>): Promise<void>;
  kill(): void;
  stop(): Promise<void>;
}

export const buildPortal = ({ name, port, folder, isPooled, env }: Settings): Portal => {
  const address = `http://127.0.0.1:${port}`;
  let running: Started | undefined;
  let starts = 0;
  const isReady = async () =>
    fetch(`${address}/readyz`, { signal: AbortSignal.timeout(3_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  return {
    name,
    address,
    isPooled,
    starts: () => starts,
    pid: () => running?.pid ?? 0,
    isAlive: () => running?.isAlive() ?? false,
    isReady,
    start: async (more = {}) => {
      const dataDir = path.join(folder, name);
      await mkdir(dataDir, { recursive: true });
      const settings = { ...env, ...more, DATA_DIR: dataDir, PORT: String(port) };
      running = start(process.execPath, [MAIN], { log: path.join(folder, `${name}.log`), env: settings });
      starts += 1;
      await until(`${name} is ready`, async () => {
        if (!running?.isAlive()) throw new Error(`${name} has ended: see ${folder}/${name}.log`);
        return isReady();
      });
    },
    kill: () => running?.kill('SIGKILL'),
    stop: async () => running?.stop(),
  };
};
