import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { inspect } from 'node:util';
import { createVitest, type TestCase, type TestModule } from 'vitest/node';
import type { ReachedOutside, Switch } from './switch.ts';
import { endWorker, warmPool } from './warm-worker.ts';

/* A process of its own, in the copy of the project: it runs one test file after the other, and is killed when one hangs. */

export interface Task {
  /** The test file, from the project's root. */
  readonly test: string;
  /** The ids of its tests that are run; null for all. */
  readonly only: readonly string[] | null;
  readonly mutant: number | null;
  /** Whether the tests run in a process that has loaded nothing yet. */
  readonly cold: boolean;
  /** Notes which mutants the tests reach. */
  readonly record: boolean;
  /** Milliseconds for one test. */
  readonly timeout: number;
}

export interface TestRun {
  readonly id: string;
  readonly name: string;
  readonly passed: boolean;
  /** The message of a failed test; null if it passed. */
  readonly complaint: string | null;
  /** It failed first and passed when it was run again. */
  readonly shaky: boolean;
  readonly ms: number;
  readonly reached: readonly number[];
}

export interface FileRun {
  readonly tests: readonly TestRun[];
  readonly ms: number;
  /** Why the file fails although none of its tests does. */
  readonly error: string | null;
  readonly outside: ReachedOutside;
}

const root = process.cwd();
const RECORD = path.join(root, `reached-${process.pid}.json`);
const NOTHING: ReachedOutside = { loading: [], hooks: [] };

const vitest = await createVitest('test', {
  config: path.join(root, 'tools/mutation/vitest.config.ts'),
  pool: warmPool,
  watch: false,
  reporters: [{}],
});
const project = vitest.getRootProject();

const readTest = (test: TestCase): TestRun => {
  const diagnostic = test.diagnostic();
  return {
    id: test.id,
    name: test.fullName,
    passed: test.result().state === 'passed',
    complaint: test.result().errors?.[0]?.message ?? null,
    shaky: diagnostic?.flaky ?? false,
    ms: diagnostic?.duration ?? 0,
    reached: test.meta().reached ?? [],
  };
};

const wasRun = (test: TestCase): boolean => !['skipped', 'pending'].includes(test.result().state);

const errorOf = (module: TestModule | undefined, unhandled: readonly unknown[]): string | null => {
  if (!module) return 'it was not run';
  if (unhandled.length > 0) return `an error that no test awaited: ${inspect(unhandled[0], { depth: 0 })}`;
  return module.ok() ? null : (module.errors()[0]?.message ?? 'a hook fails');
};

const readOutside = async (): Promise<ReachedOutside> => {
  try {
    return JSON.parse(await readFile(RECORD, 'utf8'));
  } catch {
    return NOTHING;
  } finally {
    await rm(RECORD, { force: true });
  }
};

const run = async ({ test, only, mutant, record, timeout }: Task): Promise<FileRun> => {
  const given: Switch = { active: mutant, record: record ? RECORD : null };
  project.provide('mutation', given);
  project.config.testTimeout = timeout;
  const file = path.join(root, test);
  const specification = project.createSpecification(file, only ? { testIds: [...only] } : undefined);
  const started = performance.now();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification]);
  const module = testModules.find(({ moduleId }) => moduleId === file);
  return {
    tests: module ? [...module.children.allTests()].filter(wasRun).map(readTest) : [],
    ms: performance.now() - started,
    error: errorOf(module, unhandledErrors),
    outside: record ? await readOutside() : NOTHING,
  };
};

const attempt = async (task: Task): Promise<FileRun> => {
  if (task.cold) await endWorker();
  const outcome = await run(task);
  if (task.cold) await endWorker();
  return outcome;
};

process.on('message', async (task: Task) => {
  process.send?.(await attempt(task));
});
// The process that asked has ended.
process.on('disconnect', () => process.exit());
process.send?.('ready');
