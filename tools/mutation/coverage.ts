import { createHash } from 'node:crypto';
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from './copy.ts';
import type { FileRun } from './runner.ts';
import type { Tester } from './tester.ts';

/* Each test file is run once without a mutant: which test reaches which mutant, and how long it takes. */

export interface Coverage {
  /** The result of the file without a mutant; null if it fails, as it would notice every mutant. */
  observe(tester: Tester, test: string): Promise<FileRun | null>;
  /** Files that fail without a mutant, and how. */
  readonly unfit: ReadonlyMap<string, string>;
  isBegun(test: string): boolean;
  /** Mutants that act while their module loads: they are there for every test that loads the module. */
  readonly loading: ReadonlySet<number>;
}

export const DATA = path.join(import.meta.dirname, 'data');

const SOURCES = ['{server/src,server/test,contract/src}/**/*.ts', 'server/migrations/*.sql'];
/** A small test that loads every module, through the app. */
const LOADS_ALL = 'server/src/groups/membership.test.ts';
/** Milliseconds for a test, and for a file of tests. */
const TEST_TIMEOUT = 60_000;
const FILE_TIMEOUT = 600_000;

export const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16);
export const readSource = (file: string) => readFile(path.join(ROOT, file), 'utf8');

/** A fingerprint of everything that a test runs, except the tests themselves. */
const hashSources = async (): Promise<string> => {
  const files: string[] = [];
  for await (const file of glob(SOURCES, { cwd: ROOT })) {
    if (!file.endsWith('.test.ts')) files.push(file);
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

export const failureOf = ({ tests, error }: FileRun): string | null => {
  const failed = tests.find(({ passed }) => !passed);
  return failed ? `${failed.name}: ${failed.complaint}` : error;
};

const runOnce = (tester: Tester, test: string, cold: boolean): Promise<FileRun | null> =>
  tester.run({ test, only: null, mutant: null, cold, record: true, timeout: TEST_TIMEOUT }, FILE_TIMEOUT);

/** A test may fail by chance, but not twice. Returns how it fails. */
const runTwice = async (tester: Tester, test: string): Promise<FileRun | string> => {
  let failure = '';
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const run = await runOnce(tester, test, false);
    if (run && failureOf(run) === null) return run;
    failure = (run && failureOf(run)) ?? 'it does not come to an end';
  }
  return failure;
};

/** Runs a file when it is first needed. Reuses results of unchanged files. */
export const openCoverage = async (tester: Tester, modules: readonly string[]): Promise<Coverage> => {
  // The keys of the mutants depend on all modules.
  const sources = hash((await hashSources()) + modules.join());
  const loaded = await runOnce(tester, LOADS_ALL, true);
  if (!loaded) throw new Error(`fails without a mutant: ${LOADS_ALL}`);
  const loading = new Set(loaded.outside.loading);
  const runs = new Map<string, Promise<FileRun | null>>();
  const unfit = new Map<string, string>();
  const observe = async (by: Tester, test: string): Promise<FileRun | null> => {
    const fingerprint = hash(sources + (await readSource(test)));
    const run = (await readKept(test, fingerprint)) ?? (await runTwice(by, test));
    if (typeof run === 'string') {
      unfit.set(test, run);
      return null;
    }
    await keep(test, { fingerprint, run });
    // The app does not load what runs in its workers.
    for (const key of run.outside.loading) loading.add(key);
    return run;
  };
  return {
    loading,
    unfit,
    isBegun: (test) => runs.has(test),
    observe(by, test) {
      const run = runs.get(test) ?? observe(by, test);
      runs.set(test, run);
      return run;
    },
  };
};
