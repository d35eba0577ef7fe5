import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startScratchPostgres } from '../../server/test/scratch-postgres.ts';
import { copyProject } from './copy.ts';
import type { FileRun, Task } from './runner.ts';

export interface Tester {
  /** Null if the tests did not end within `timeout` milliseconds. */
  run(task: Task, timeout: number): Promise<FileRun | null>;
  close(): Promise<void>;
}

interface Laboratory {
  openTester(): Promise<Tester>;
  close(): Promise<void>;
}

const startRunner = async (root: string, databaseUrl: string): Promise<ChildProcess> => {
  const runner = fork(path.join(root, 'tools/mutation/runner.ts'), {
    cwd: root,
    execPath: path.join(root, 'node_modules/.bin/node'),
    env: { ...process.env, TEST_DATABASE_URL: databaseUrl, NODE_ENV: 'test' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Its workers and it are one process group, so that all can be ended at once.
    detached: true,
  });
  const gone = once(runner, 'exit').then(() => {
    throw new Error('the process that runs the tests has ended');
  });
  await Promise.race([once(runner, 'message'), gone]);
  gone.catch(() => {});
  return runner;
};

/** The runner's answer; null if there is none in time. */
const ask = (runner: ChildProcess, task: Task, timeout: number): Promise<FileRun | null> =>
  new Promise((resolve) => {
    const settle = (outcome: FileRun | null) => {
      clearTimeout(timer);
      runner.off('exit', gone);
      runner.off('message', settle);
      resolve(outcome);
    };
    const gone = () => settle(null);
    const timer = setTimeout(gone, timeout);
    runner.once('message', settle);
    runner.once('exit', gone);
    runner.send(task);
  });

const end = async (runner: ChildProcess): Promise<void> => {
  if (runner.pid === undefined || runner.exitCode !== null) return;
  const ended = once(runner, 'exit');
  process.kill(-runner.pid, 'SIGKILL');
  await ended;
};

/** One warm Vitest for many mutants: starting it would cost more than the tests. */
const openTester = async (root: string, databaseUrl: string): Promise<Tester> => {
  let runner = await startRunner(root, databaseUrl);
  return {
    async run(task, timeout) {
      const outcome = await ask(runner, task, timeout);
      if (outcome) return outcome;
      await end(runner);
      runner = await startRunner(root, databaseUrl);
      return null;
    },
    close: () => end(runner),
  };
};

/** A copy of the project, in which some modules have another source, with one PostgreSQL for all testers. */
export const openLaboratory = async (sources: ReadonlyMap<string, string>): Promise<Laboratory> => {
  const root = await copyProject();
  for (const [file, source] of sources) await writeFile(path.join(root, file), source);
  const postgres = await startScratchPostgres();
  const testers: Tester[] = [];
  return {
    async openTester() {
      const tester = await openTester(root, postgres.url);
      testers.push(tester);
      return tester;
    },
    async close() {
      for (const tester of testers) await tester.close();
      await postgres.close();
      await rm(root, { recursive: true, force: true });
    },
  };
};
