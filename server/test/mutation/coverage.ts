import { createHash } from 'node:crypto';
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from './copy.ts';
import type { FileRun } from './runner.ts';
import type { Tester } from './tester.ts';

/* Each test file is run once without a mutant: which test reaches which mutant, and how long it takes. */

/** By test file. */
export type Coverage = ReadonlyMap<string, FileRun>;

export interface Observed {
  readonly coverage: Coverage;
  /** By test file that fails without a mutant, and says nothing about mutants therefore: the test. */
  readonly failures: ReadonlyMap<string, string>;
}

export const DATA = path.join(import.meta.dirname, 'data');

const SOURCES = ['{server/src,server/test,contract/src}/**/*.ts', 'server/migrations/*.sql'];
const TIMEOUT = 30_000;
const PATIENCE = 600_000;

export const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
export const readSource = (file: string) => readFile(path.join(ROOT, file), 'utf8');

/** A fingerprint of everything that a test runs, except the tests themselves and this program. */
const hashSources = async (): Promise<string> => {
  const files: string[] = [];
  for await (const file of glob(SOURCES, { cwd: ROOT })) {
    if (!/\.test\.ts$|^server\/test\/mutation\//.test(file)) files.push(file);
  }
  return hash((await Promise.all(files.sort().map(readSource))).join());
};

const keptPath = (test: string) => path.join(DATA, 'coverage', `${test.replaceAll('/', '~')}.json`);

interface Kept {
  readonly fingerprint: string;
  readonly run: FileRun;
}

const readKept = async (test: string, fingerprint: string): Promise<FileRun | null> => {
  try {
    const kept: Kept = JSON.parse(await readFile(keptPath(test), 'utf8'));
    return kept.fingerprint === fingerprint ? kept.run : null;
  } catch {
    return null;
  }
};

const keep = async (test: string, kept: Kept): Promise<void> => {
  await mkdir(path.dirname(keptPath(test)), { recursive: true });
  await writeFile(keptPath(test), JSON.stringify(kept));
};

export const failureOf = ({ tests, error }: FileRun): string | null =>
  tests.find(({ passed }) => !passed)?.name ?? error;

const runOnce = (tester: Tester, test: string): Promise<FileRun | null> =>
  tester.run({ test, only: null, mutant: null, cold: false, record: true, timeout: TIMEOUT }, PATIENCE);

/** What the file does without a mutant, or the test that fails twice. */
const observe = async (tester: Tester, test: string): Promise<FileRun | string> => {
  let failure = '';
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const run = await runOnce(tester, test);
    const failed = run ? failureOf(run) : 'it does not come to an end';
    if (run && failed === null) return run;
    failure = failed ?? '';
  }
  return failure;
};

/** All testers share the work. What is known of unchanged files is not asked again. */
export const readCoverage = async (
  testers: readonly Tester[],
  tests: readonly string[],
): Promise<Observed> => {
  const sources = await hashSources();
  const coverage = new Map<string, FileRun>();
  const failures = new Map<string, string>();
  const waiting = [...tests];
  const work = async (tester: Tester) => {
    for (let test = waiting.shift(); test !== undefined; test = waiting.shift()) {
      const fingerprint = hash(sources + (await readSource(test)));
      const run = (await readKept(test, fingerprint)) ?? (await observe(tester, test));
      if (typeof run === 'string') failures.set(test, run);
      else {
        await keep(test, { fingerprint, run });
        coverage.set(test, run);
      }
    }
  };
  await Promise.all(testers.map(work));
  return { coverage, failures };
};
