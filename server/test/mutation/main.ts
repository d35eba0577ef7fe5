import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Choice, chooseTests, type Reach, reachOf } from './choose.ts';
import { ROOT } from './copy.ts';
import { type Coverage, DATA, hash, readCoverage, readSource } from './coverage.ts';
import { type Instrumented, instrument, type Mutant } from './mutants.ts';
import { readImporters, type Tests, testsOf } from './nearest.ts';
import { type FileResult, isPassed, report } from './report.ts';
import { openLaboratory, type Tester } from './tester.ts';
import { type Experience, type Killer, passes, tryMutant } from './trial.ts';

/*
 * Changes the server in one small place after the other and looks whether a test notices. `npm run test:mutation --
 * [--far] [--report] [paths]`: all modules of the scope or those named, in that order; `--far` tries survivors on every
 * test that reaches them, whatever it costs; `--report` tries nothing and writes what is known.
 */

/** Rules, states, policies, operations and the reads they decide by; the platform that every call goes through. */
const SCOPE = [
  'server/src/{accounts,catalogue,certificates,content,enrolment,groups,payment,training}/*.ts',
  'server/src/platform/{http,idempotency,errors,limit,headers,prepared}.ts',
];
const OUTSIDE = /\.test\.ts$|\/(routes|present|tables)\.ts$/;

/** At the same time. More would wait for the processor. */
const TESTERS = 2;
/** A test that failed by chance is left out and its mutants are tried again, but not for ever. */
const ROUNDS = 3;

interface Module extends Instrumented {
  readonly file: string;
  readonly original: string;
  readonly firstKey: number;
  readonly tests: Tests;
}

const inScope = async (): Promise<string[]> => {
  const files: string[] = [];
  for await (const file of glob(SCOPE, { cwd: ROOT })) if (!OUTSIDE.test(file)) files.push(file);
  return files.sort();
};

/** Keys are the same in every run of the same sources, whichever modules are tried. */
const readModules = async (files: readonly string[]): Promise<Module[]> => {
  const importers = await readImporters(ROOT);
  const modules: Module[] = [];
  let firstKey = 0;
  for (const file of files) {
    const original = await readSource(file);
    const instrumented = instrument(file, original, firstKey);
    modules.push({ ...instrumented, file, original, firstKey, tests: testsOf(importers, file) });
    firstKey += instrumented.mutants.length;
  }
  return modules;
};

const keptPath = (file: string) => path.join(DATA, `${file.replaceAll('/', '~')}.json`);

/** Results are kept while neither the module nor the tests near it change; a run that was broken off goes on from them. */
const readKept = async (file: string, original: string): Promise<FileResult | null> => {
  try {
    const kept: FileResult = JSON.parse(await readFile(keptPath(file), 'utf8'));
    return kept.source === hash(original) ? kept : null;
  } catch {
    return null;
  }
};

const keep = async (result: FileResult): Promise<void> => {
  await mkdir(DATA, { recursive: true });
  await writeFile(keptPath(result.file), JSON.stringify(result, null, 1));
};

const hashTests = async ({ near }: Tests) => hash((await Promise.all(near.map(readSource))).join());

/** What is known of a module; survivors are forgotten when a test near it has changed. */
const startResult = async ({ file, original, tests }: Module, far: boolean): Promise<FileResult> => {
  const kept = await readKept(file, original);
  const nearHash = await hashTests(tests);
  const isCurrent = kept?.tests === nearHash && !far;
  const known = Object.entries(kept?.outcomes ?? {}).filter(([, { by }]) => by !== null || isCurrent);
  return { file, source: hash(original), tests: nearHash, outcomes: Object.fromEntries(known) };
};

interface Trial {
  readonly module: Module;
  readonly reach: Reach;
  readonly experience: Experience;
  readonly far: boolean;
  readonly result: FileResult;
}

const describeKiller = ({ test, name }: Killer) => `${test} > ${name}`;

/** Tries what the result does not tell yet; every outcome is kept as soon as it is known. */
const tryMutants = async (tester: Tester, trial: Trial): Promise<Killer[]> => {
  const { module, reach, experience, far, result } = trial;
  const killers: Killer[] = [];
  for (const [index, { name, line }] of module.mutants.entries()) {
    if (result.outcomes[name] !== undefined) continue;
    const key = module.firstKey + index;
    const choices = chooseTests(reach, module.tests, key, far ? Number.POSITIVE_INFINITY : undefined);
    const killer = await tryMutant(tester, choices, key, experience);
    if (killer) killers.push(killer);
    else
      console.log(
        `  survived  ${module.file}:${line}  ${name}${choices.length > 0 ? '' : '  (no test reaches it)'}`,
      );
    result.outcomes[name] = { line, by: killer && describeKiller(killer) };
    await keep(result);
  }
  return killers;
};

/** The tests of one file that noticed mutants, which must still pass without one. */
const choiceOf = (coverage: Coverage, test: string, ids: ReadonlySet<string>): Choice => {
  const run = coverage.get(test);
  const only = run?.tests.filter(({ id }) => ids.has(id)) ?? [];
  return { test, only, cold: true, cost: run?.ms ?? 0 };
};

/** Test files with a killer that fails although nothing is changed: the worker was spoilt, or the test fails by chance. */
const findDoubtful = async (tester: Tester, coverage: Coverage, killers: readonly Killer[]) => {
  const byFile = Map.groupBy(killers, ({ test }) => test);
  const doubtful: string[] = [];
  for (const [test, those] of byFile) {
    const ids = new Set(those.flatMap(({ id }) => id ?? []));
    if (ids.size === 0) continue;
    const warm = { ...choiceOf(coverage, test, ids), cold: false };
    if (!(await passes(tester, warm))) {
      doubtful.push(test);
      await passes(tester, { ...warm, cold: true });
    }
  }
  return doubtful;
};

const forget = ({ outcomes }: FileResult, doubtful: readonly string[]): void => {
  for (const [name, { by }] of Object.entries(outcomes)) {
    if (by !== null && doubtful.some((test) => by.startsWith(`${test} > `))) delete outcomes[name];
  }
};

const tryModule = async (tester: Tester, trial: Trial): Promise<void> => {
  const { module, reach, result } = trial;
  const unknown = module.mutants.filter(({ name }: Mutant) => result.outcomes[name] === undefined);
  if (unknown.length === 0) return;
  const started = performance.now();
  for (let round = 1; round <= ROUNDS; round += 1) {
    const killers = await tryMutants(tester, trial);
    const doubtful = await findDoubtful(tester, reach.coverage, killers);
    if (doubtful.length === 0) break;
    console.log(`  tried again, since without a mutant they fail: ${doubtful.join(', ')}`);
    forget(result, doubtful);
  }
  await keep(result);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${module.file}: ${module.mutants.length} mutants, ${unknown.length} tried in ${seconds} s`);
};

/** A near test that fails anyway would let mutants pass: it has to be repaired first. Without a far one it goes on. */
const checkFailures = (failures: ReadonlyMap<string, string>, tried: readonly Module[]): void => {
  for (const [test, failure] of failures) console.log(`fails without a mutant: ${test} > ${failure}`);
  const near = new Set(tried.flatMap(({ tests }) => tests.near));
  if ([...failures.keys()].some((test) => near.has(test))) throw new Error('Repair the near tests first.');
};

const tryAll = async (all: readonly Module[], chosen: readonly Module[], far: boolean): Promise<void> => {
  const laboratory = await openLaboratory(new Map(all.map(({ file, source }) => [file, source])));
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => laboratory.close().finally(() => process.exit(130)));
  }
  try {
    const testers = await Promise.all(Array.from({ length: TESTERS }, () => laboratory.openTester()));
    const tests = new Set(chosen.flatMap(({ tests: { near, far } }) => [...near, ...far]));
    const { coverage, failures } = await readCoverage(testers, [...tests].sort());
    checkFailures(failures, chosen);
    const reach = reachOf(coverage);
    const waiting = [...chosen];
    const work = async (tester: Tester) => {
      const experience: Experience = { alone: new Set(), dependent: new Set() };
      for (let module = waiting.shift(); module; module = waiting.shift()) {
        const result = await startResult(module, far);
        await tryModule(tester, { module, reach, experience, far, result });
      }
    };
    await Promise.all(testers.map(work));
  } finally {
    await laboratory.close();
  }
};

const given = process.argv.slice(2);
const named = given.filter((argument) => !argument.startsWith('--'));
const modules = await readModules(await inScope());
const chosen =
  named.length > 0 ? named.flatMap((name) => modules.filter(({ file }) => file.startsWith(name))) : modules;
if (!given.includes('--report')) await tryAll(modules, chosen, given.includes('--far'));
const results = await Promise.all(chosen.map(({ file, original }) => readKept(file, original)));
const summary = await report(results.filter((result) => result !== null));
process.exitCode = isPassed(summary) ? 0 : 1;
