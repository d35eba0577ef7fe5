import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BaseSequencer, createVitest, type TestModule, type TestSpecification } from 'vitest/node';

/* A process of its own, in the copy of the project: it tries one mutant after the other, and may be killed when one hangs. */

export interface Task {
  /** The module, from the project's root, and what stands in it for this task. */
  readonly file: string;
  readonly source: string;
  readonly tests: readonly string[];
}

export interface Outcome {
  /** The first test that failed; null where all passed. */
  readonly failed: string | null;
}

/** The order of the task: what is likely to notice the mutant comes first. */
class GivenOrder extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    return specifications;
  }
}

const root = process.cwd();
const vitest = await createVitest('test', {
  root,
  project: ['server', 'contract'],
  watch: false,
  bail: 1,
  maxWorkers: 1,
  reporters: [{}],
  sequence: { sequencer: GivenOrder },
});
const specifications = await vitest.globTestSpecifications();

const failureIn = (module: TestModule): string | null => {
  const name = path.relative(root, module.moduleId);
  for (const test of module.children.allTests('failed')) return `${name} > ${test.fullName}`;
  return module.ok() ? null : name;
};

const attempt = async ({ file, source, tests }: Task): Promise<Outcome> => {
  const full = path.join(root, file);
  await writeFile(full, source);
  vitest.invalidateFile(full);
  if (tests.length === 0) return { failed: null };
  const wanted = tests.map((test) => path.join(root, test));
  const chosen = specifications
    .filter(({ moduleId }) => wanted.includes(moduleId))
    .sort((a, b) => wanted.indexOf(a.moduleId) - wanted.indexOf(b.moduleId));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen);
  const failures = testModules
    .filter(({ moduleId }) => wanted.includes(moduleId))
    .flatMap((module) => failureIn(module) ?? []);
  return { failed: failures[0] ?? (unhandledErrors.length > 0 ? 'an error that no test awaited' : null) };
};

process.on('message', async (task: Task) => {
  process.send?.(await attempt(task));
});
// Whoever asked is gone.
process.on('disconnect', () => process.exit());
process.send?.('ready');
