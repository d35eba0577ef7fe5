import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigurationFault } from '../config.ts';

interface DataDirLock {
  announce(address: string): Promise<void>;
  release(): Promise<void>;
}

interface Holder {
  pid: number;
  address?: string;
}

const SQLITE_BUSY = 5;

/** Keeps held locks referenced: garbage collection would release them. */
const heldLocks = new Set<DatabaseSync>();

/** A kernel lock by SQLite: released when the process dies, unlike a pid file. The holder's name is in a second file. */
export async function lockDataDir(dataDir: string, name = 'server'): Promise<DataDirLock> {
  const folder = path.resolve(dataDir);
  const holderFile = path.join(folder, `${name}.json`);
  const lock = await takeWithRetries(folder, `${name}.lock`);
  if (!lock) throw new ConfigurationFault(inUse(folder, await readHolder(holderFile)));

  const writeHolder = (holder: Holder) => writeFile(holderFile, `${JSON.stringify(holder)}\n`);
  try {
    await writeHolder({ pid: process.pid });
  } catch (error) {
    lock.close();
    throw error;
  }
  heldLocks.add(lock);
  return {
    announce: (address) => writeHolder({ pid: process.pid, address }),
    async release() {
      if (!heldLocks.delete(lock)) return;
      await rm(holderFile, { force: true });
      lock.close();
    },
  };
}

/** Retries: a killed process may still be exiting, and a new holder writes its name shortly after locking. */
async function takeWithRetries(folder: string, name: string): Promise<DatabaseSync | undefined> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const lock = await take(folder, name);
    if (lock) return lock;
    await sleep(50);
  }
  return undefined;
}

async function take(folder: string, name: string): Promise<DatabaseSync | undefined> {
  let database: DatabaseSync | undefined;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    database = new DatabaseSync(path.join(folder, name), { timeout: 0 });
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database?.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    const reason = (error as Error).message;
    throw new ConfigurationFault(
      `無法使用資料目錄 ${folder}，請檢查權限與磁碟空間。(cannot use it: ${reason})`,
      {
        cause: error,
      },
    );
  }
}

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

function inUse(folder: string, holder: Holder | undefined): string {
  const who = holder ? `程序 ${[holder.pid, holder.address].filter(Boolean).join('，')}` : '程序代號不明';
  const plain = holder ? `pid ${holder.pid}` : 'another process';
  return `資料目錄 ${folder} 正由另一個伺服器使用（${who}），請先停止它，或以 DATA_DIR 指定其他目錄。(data directory in use by ${plain})`;
}
