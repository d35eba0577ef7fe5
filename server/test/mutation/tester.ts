import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts';
import { copyProject } from './copy.ts';
import type { Outcome, Task } from './runner.ts';

/** A test that does not come to an end noticed the mutant as well. */
export const HANGS = 'it does not come to an end';

export interface Tester {
  /** The copy of the project in which the tests run. */
  readonly root: string;
  /** The test that fails with this source in that file; null where all pass, or none is named. */
  try(task: Task, patience: number): Promise<string | null>;
  close(): Promise<void>;
}

const startRunner = async (root: string, databaseUrl: string): Promise<ChildProcess> => {
  const runner = fork(path.join(root, 'server/test/mutation/runner.ts'), {
    cwd: root,
    execPath: path.join(root, 'node_modules/.bin/node'),
    env: { ...process.env, TEST_DATABASE_URL: databaseUrl, NODE_ENV: 'test' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // With its workers it is a group, which ends as one.
    detached: true,
  });
  await once(runner, 'message');
  return runner;
};

/** What the runner says; null where it says nothing in time. */
const ask = (runner: ChildProcess, task: Task, patience: number): Promise<Outcome | null> =>
  new Promise((resolve, reject) => {
    const answer = (outcome: Outcome | null) => {
      clearTimeout(timer);
      runner.off('exit', gone);
      runner.off('message', answer);
      resolve(outcome);
    };
    const gone = () => reject(new Error('the process that runs the tests has ended'));
    const timer = setTimeout(() => answer(null), patience);
    runner.once('message', answer);
    runner.once('exit', gone);
    runner.send(task);
  });

const end = async (runner: ChildProcess): Promise<void> => {
  if (runner.pid === undefined || runner.exitCode !== null) return;
  const ended = once(runner, 'exit');
  process.kill(-runner.pid, 'SIGKILL');
  await ended;
};

/** One PostgreSQL and one warm Vitest for all mutants: starting them would cost more than the tests. */
export const openTester = async (): Promise<Tester> => {
  const root = await copyProject();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'portal-mutation-'));
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, maxConnections: 300 });
  let runner = await startRunner(root, postgres.ownerUrl);
  return {
    root,
    async try(task, patience) {
      const outcome = await ask(runner, task, patience);
      if (outcome) return outcome.failed;
      await end(runner);
      runner = await startRunner(root, postgres.ownerUrl);
      return HANGS;
    },
    async close() {
      await end(runner);
      await postgres.stop();
      await rm(root, { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
