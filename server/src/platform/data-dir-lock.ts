import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigurationFault } from './config.ts';

export interface DataDirLock {
  /** Tells a second server where this one can be found. */
  announce(address: string): Promise<void>;
  release(): Promise<void>;
}

interface Holder {
  pid: number;
  address?: string;
}

const SQLITE_BUSY = 5;

/** Nothing else may refer to a lock for as long as it is held, and what is collected as garbage is free. */
const heldLocks = new Set<DatabaseSync>();

/**
 * Makes this process the only server of `dataDir`, which is created when missing.
 *
 * The lock is SQLite's exclusive transaction on an empty file, because that is a record lock of the kernel which
 * Node offers without an add-on: two simultaneous takers are decided by the kernel, and whatever kills the holder
 * frees it. A file with a pid in it would need a takeover of stale files, where pids are reused and takers race.
 * It covers servers in several containers which share the folder, too.
 * Who holds it is told by a second file: opening and closing the locked one in this process would drop the lock.
 *
 * @throws ConfigurationFault with a sentence for the operator which names the holder, when another server has it.
 */
export async function lockDataDir(dataDir: string, name = 'server'): Promise<DataDirLock> {
  const folder = path.resolve(dataDir);
  const holderFile = path.join(folder, `${name}.json`);
  const lock = await takePatiently(folder, `${name}.lock`);
  if (!lock) throw new ConfigurationFault(inUse(folder, await readHolder(holderFile)));

  const tell = (holder: Holder) => writeFile(holderFile, `${JSON.stringify(holder)}\n`);
  try {
    await tell({ pid: process.pid });
  } catch (error) {
    lock.close();
    throw error;
  }
  heldLocks.add(lock);
  return {
    announce: (address) => tell({ pid: process.pid, address }),
    async release() {
      if (!heldLocks.delete(lock)) return;
      await rm(holderFile, { force: true });
      lock.close();
    },
  };
}

/** A process that was killed a moment ago may not be quite gone, and a holder writes its name just after it took the lock. */
async function takePatiently(folder: string, name: string): Promise<DatabaseSync | undefined> {
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
