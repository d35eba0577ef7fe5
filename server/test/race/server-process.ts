import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Endpoint } from '@portal/contract/endpoint';
import { fill } from '../app.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const START_LIMIT = 240_000;

export interface Reply {
  /** 0: the connection broke before an answer came. */
  status: number;
  body: { errors?: Record<string, string[]>; message?: string } & Record<string, unknown>;
}

interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Time since its start. */
  ms: number;
}

interface Call {
  params?: Record<string, string>;
  token?: string;
  body?: unknown;
  key?: string;
}

/** A portal in a process of its own, as `npm start` runs it. */
export interface ServerProcess {
  readonly address: string;
  readonly pid: number;
  /** Milliseconds from the start of the process until it said where it listens. */
  readonly readyAfter: number;
  readonly exited: Promise<Exit>;
  isAlive(): boolean;
  /** Everything that the process has written. */
  output(): string;
  call(endpoint: Endpoint, call?: Call): Promise<Reply>;
  kill(signal: NodeJS.Signals): void;
  /** Asks the process to stop and waits until it has. */
  stop(): Promise<Exit>;
}

interface Launched {
  readonly child: ChildProcess;
  readonly exited: Promise<Exit>;
  output(): string;
}

/** Starts a portal on any free port; settings are environment variables. Nobody waits for it to be ready. */
export const launchServer = (settings: Record<string, string>): Launched => {
  const started = performance.now();
  const child = spawn(process.execPath, ['--max-semi-space-size=16', '--expose-gc', MAIN], {
    cwd: path.dirname(MAIN),
    env: { PATH: process.env.PATH, PORT: '0', DEMO_DATA: 'off', LOG_LEVEL: 'error', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  const exited = new Promise<Exit>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, ms: performance.now() - started }));
  });
  return { child, exited, output: () => text };
};

/**
 * Measures how many milliseconds the machine now needs to load the program and to refuse a database that does not answer; on a
 * quiet machine less than a second. Time limits are extended by this, so that a busy machine does not count as a slow server.
 */
export const loadingTime = async (): Promise<number> =>
  (await launchServer({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }).exited).ms;

const addressIn = (output: string) => /學員訓練報名網：(http:\/\/\S+)/.exec(output)?.[1];

const listening = ({ child, exited, output }: Launched): Promise<string> =>
  new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`the server ${why}:\n${output()}`));
    const late = setTimeout(() => fail('did not start'), START_LIMIT);
    const look = () => {
      const address = addressIn(output());
      if (!address) return;
      clearTimeout(late);
      // A log may follow, and the whole output would be searched with each of its lines.
      child.stdout?.off('data', look);
      resolve(address);
    };
    child.stdout?.on('data', look);
    void exited.then(() => {
      clearTimeout(late);
      fail('ended');
    });
  });

const send = async (
  address: string,
  { method, path: to }: Endpoint,
  { params, token, body, key }: Call,
): Promise<Reply> => {
  try {
    const response = await fetch(address + fill(to, params), {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Reply['body'] };
  } catch {
    return { status: 0, body: {} };
  }
};

/** Starts a portal and waits until it listens. */
export const startServer = async (settings: Record<string, string>): Promise<ServerProcess> => {
  const started = performance.now();
  const launched = launchServer(settings);
  const address = await listening(launched);
  const { child, exited, output } = launched;
  return {
    address,
    pid: child.pid ?? 0,
    readyAfter: performance.now() - started,
    exited,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    output,
    call: (endpoint, call = {}) => send(address, endpoint, call),
    kill: (signal) => {
      child.kill(signal);
    },
    stop: () => {
      child.kill('SIGTERM');
      return exited;
    },
  };
};
