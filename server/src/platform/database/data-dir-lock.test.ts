import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataDir } from './data-dir-lock.ts';

let dataDir: string;
let takers: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = path.join(await mkdtemp(path.join(os.tmpdir(), 'portal-lock-')), 'data');
});

afterEach(async () => {
  await Promise.all(takers.map(kill));
  takers = [];
  await rm(path.dirname(dataDir), { recursive: true, force: true });
});

test('one of eight processes that take the folder at the same moment gets it, and the others name it', async () => {
  const started = await Promise.all(Array.from({ length: 8 }, start));
  const answers = await Promise.all(started.map((each) => each.take()));
  const winners = answers.filter(({ answer }) => answer === 'taken');
  expect(winners).toHaveLength(1);
  const losers = answers.filter(({ answer }) => answer.includes(`（程序 ${winners[0]?.pid}）`));
  expect(losers).toHaveLength(7);
});

test('a folder whose holder was killed is free at once', async () => {
  const holder = await take();
  await expect(lockDataDir(dataDir)).rejects.toThrow(`程序 ${holder.pid}`);
  await Promise.all(takers.map(kill));
  const lock = await lockDataDir(dataDir);
  await lock.release();
});

test('a name left behind does not hold the folder, even if its number belongs to another process now', async () => {
  const first = await lockDataDir(dataDir);
  await first.release();
  await writeFile(
    path.join(dataDir, 'server.json'),
    JSON.stringify({ pid: process.ppid, address: 'http://127.0.0.1:1' }),
  );
  const second = await lockDataDir(dataDir);
  await expect(lockDataDir(dataDir)).rejects.toThrow(`程序 ${process.pid}`);
  await second.release();
});

test('a second server names the address of the first', async () => {
  const lock = await lockDataDir(dataDir);
  await lock.announce('http://127.0.0.1:3000');
  await expect(lockDataDir(dataDir)).rejects.toThrow(`（程序 ${process.pid}，http://127.0.0.1:3000）`);
  await lock.release();
});

test('a released folder can be taken again and names no process', async () => {
  const lock = await lockDataDir(dataDir);
  await lock.release();
  await lock.release();
  expect(await readdir(dataDir)).toEqual(['server.lock']);
  await (await lockDataDir(dataDir)).release();
});

test('a folder that cannot be created is reported with one sentence', async () => {
  await writeFile(dataDir, '');
  await expect(lockDataDir(dataDir)).rejects.toThrow(`無法使用資料目錄 ${dataDir}`);
});

interface Taker {
  /** Lets the process take the folder. */
  take(): Promise<{ pid: number; answer: string }>;
}

const take = async () => (await start()).take();

/** A process that has loaded what it needs, and waits. */
async function start(): Promise<Taker> {
  const script = `
    import { lockDataDir } from ${JSON.stringify(new URL('./data-dir-lock.ts', import.meta.url).href)};
    console.log('ready');
    await new Promise((resolve) => process.stdin.once('data', resolve));
    lockDataDir(${JSON.stringify(dataDir)}).then(() => console.log('taken'), (error) => console.log(error.message));
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  takers.push(child);
  await once(child.stdout, 'data');
  return {
    take: async () => {
      const answered = once(child.stdout, 'data') as Promise<[Buffer]>;
      child.stdin.write('go');
      const [answer] = await answered;
      return { pid: child.pid as number, answer: answer.toString().trim() };
    },
  };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
