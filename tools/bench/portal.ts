import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';
import { DEMO_PASSWORD } from '../../server/demo/people.ts';

/* A portal with the demo data and the built pages, and a browser that looks at them. */

const ROOT = path.resolve(import.meta.dirname, '../..');
const START_TIMEOUT_MS = 300_000;

export const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell';
export const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
};

export interface Portal {
  readonly url: string;
  close(): Promise<void>;
}

const untilReady = async (url: string, server: ChildProcess): Promise<void> => {
  const late = Date.now() + START_TIMEOUT_MS;
  while (server.exitCode === null && Date.now() < late) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await sleep(200);
  }
  throw new Error('the portal did not start');
};

export const openPortal = async (): Promise<Portal> => {
  await access(path.join(ROOT, 'web', 'dist', 'index.html')).catch(() => {
    throw new Error('build the applications first: npm run build');
  });
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'portal-pages-'));
  const port = await freePort();
  const server = spawn(process.execPath, [path.join(ROOT, 'server', 'src', 'main.ts')], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const close = async () => {
    if (server.exitCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    await rm(dataDir, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilReady(url, server);
  } catch (error) {
    await close();
    throw error;
  }
  return { url, close };
};

/** Signs staff of the demo data in. */
export const signIn = async (context: BrowserContext, url: string, email: string): Promise<void> => {
  const data = { email, password: DEMO_PASSWORD };
  const answer = await context.request.post(`${url}/api/office/login`, { data, headers: { origin: url } });
  if (!answer.ok()) throw new Error(await answer.text());
};
