import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chooseTests, type KeyRange, likelyFirst, type Runs } from './choose.ts';
import { ROOT } from './copy.ts';
import { type Coverage, DATA, hash, openCoverage, readSource } from './coverage.ts';
import { type Instrumented, instrument, type Mutant } from './mutants.ts';
import { importersOf, readImporters, type Tests, testsOf } from './nearest.ts';
import { fingerprint, readNoticed, writeNoticed } from './noticed.ts';
import { type FileResult, isPassed, type Outcome, readAccepted, report } from './report.ts';
import type { FileRun } from './runner.ts';
import { filesInScope } from './scope.ts';
import { openLaboratory, type Tester } from './tester.ts';
import { findUnfit, type Killer, passes, tryMutant } from './trial.ts';
import { openTypeCheck, type TypeCheck } from './types.ts';

/*
 * Changes the server in one small place after the other and looks whether a test notices, or the type check. `npm run
 * test:mutation -- [--far] [--quick] [--reads] [--report] [paths]`: all modules of the scope or those named, in that
 * order; `--far` tries what survived on every other test as well, `--quick` leaves out what acts while its module loads,
 * which costs most, `--reads` adds the modules that only show what is stored, and `--report` tries nothing and says what
 * is known. A run over all modules writes it to results.md.
 */

const given = process.argv.slice(2);
const isQuick = given.includes('--quick');
const withReads = given.includes('--reads');

/** Testers at the same time. More would wait for the processor. */
const TESTERS = 2;
/** A test that fails without a mutant is left out, and what it noticed is tried again. */
const ROUNDS = 3;

interface Module extends Instrumented {
  readonly file: string;
  readonly firstKey: number;
  /** The test files that import it. */
  readonly importedBy: ReadonlySet<string>;
  /** The keys of the module, of the modules that import it, of those that import these, and so on. */
  readonly rings: readonly (readonly KeyRange[])[];
  readonly tests: Tests;
}

/** Keys are the same in every run of the same sources, whichever modules are tried. */
const readModules = async (files: readonly string[]): Promise<Module[]> => {
  const importers = await readImporters(ROOT);
  const instrumented: (Instrumented & { file: string; firstKey: number })[] = [];
  const keys = new Map<string, KeyRange>();
  let firstKey = 0;
  for (const file of files) {
    const module = instrument(file, await readSource(file), firstKey);
    instrumented.push({ ...module, file, firstKey });
    const to = firstKey + module.mutants.length;
    keys.set(file, { from: firstKey, to });
    firstKey = to;
  }
  return instrumented.map((module) => {
    const [direct = [], ...further] = importersOf(importers, module.file);
    const rings = [[module.file], direct, ...further];
    return {
      ...module,
      importedBy: new Set(direct.filter((file) => file.endsWith('.test.ts'))),
      rings: rings.map((ring) => ring.flatMap((file) => keys.get(file) ?? [])),
      tests: testsOf(importers, module.file),
    };
  });
};

const keptPath = (file: string) => path.join(DATA, `${file.replaceAll('/', '~')}.json`);

const readKept = async (file: string): Promise<FileResult | null> => {
  try {
    return JSON.parse(await readFile(keptPath(file), 'utf8'));
  } catch {
    return null;
  }
};

const keep = async (result: FileResult): Promise<void> => {
  await mkdir(DATA, { recursive: true });
  await writeFile(keptPath(result.file), JSON.stringify(result, null, 1));
};

const testSources = new Map<string, Promise<string>>();
/** Modules share their tests: read anew for each, they were more files at the same time than a process may open. */
const readTest = (file: string): Promise<string> => {
  const source = testSources.get(file) ?? readSource(file);
  testSources.set(file, source);
  return source;
};

const hashTests = async ({ near }: Tests) => hash((await Promise.all(near.map(readTest))).join());

const noticed = await readNoticed();
const accepted = await readAccepted();

/** An outcome holds while the declaration stands as it was. */
const readResult = async ({ file, mutants, tests }: Module): Promise<FileResult> => {
  const [kept, nearHash] = [await readKept(file), await hashTests(tests)];
  const noticedBefore = new Set(noticed[file]);
  const outcomes = mutants.flatMap((mutant): [string, Outcome][] => {
    const { name, line, within } = mutant;
    const known = kept?.outcomes[name];
    if (known?.within === hash(within)) return [[name, { ...known, line }]];
    if (!noticedBefore.has(fingerprint(mutant))) return [];
    return [[name, { line, within: hash(within), by: 'a test in an earlier run' }]];
  });
  return {
    file,
    tests: kept?.tests ?? nearHash,
    outcomes: Object.fromEntries(outcomes),
    untried: mutants.length - outcomes.length,
  };
};

/** Results that still hold. Survivors are tried again once the tests near them have changed. */
const readHolding = async (module: Module): Promise<Record<string, Outcome>> => {
  const [{ outcomes, tests }, nearHash] = [await readResult(module), await hashTests(module.tests)];
  const holding = Object.entries(outcomes).filter(([, { by }]) => by !== null || tests === nearHash);
  return Object.fromEntries(holding);
};

interface Trial {
  readonly tester: Tester;
  readonly coverage: Coverage;
  readonly module: Module;
  readonly runs: Runs;
  /** Tests that noticed a mutant before, the last one last. */
  readonly recent: string[];
  /** Test files that pass only in a fresh worker. */
  readonly coldFiles: Set<string>;
  /** Milliseconds of tests for one mutant. */
  readonly budget: number;
  readonly outcomes: Record<string, Outcome>;
  readonly untried: readonly Mutant[];
  /** Whether what survives is known to survive: no more tests follow. */
  readonly isLast: boolean;
}

const describeKiller = ({ test, name }: Killer) => `${test} > ${name}`;

const sayOutcome = (file: string, { line, name }: Mutant, killer: Killer | null) => {
  if (!killer) console.log(`  survived  ${file}:${line}  ${name}`);
};

/** Every outcome is kept as soon as it is known. */
const keepOutcome = async (
  { module, outcomes }: Pick<Trial, 'module' | 'outcomes'>,
  mutant: Mutant,
  killer: Killer | null,
) => {
  const { name, line, within } = mutant;
  outcomes[name] = { line, within: hash(within), by: killer && describeKiller(killer) };
  const { file, tests, mutants } = module;
  const untried = mutants.length - Object.keys(outcomes).length;
  await keep({ file, tests: await hashTests(tests), outcomes, untried });
};

const keyOf = ({ firstKey, mutants }: Module, mutant: Mutant) => firstKey + mutants.indexOf(mutant);

const tryMutants = async (trial: Trial, mutants: readonly Mutant[], doubtful: ReadonlySet<string>) => {
  const { tester, coverage, module, runs, recent, budget, coldFiles } = trial;
  const killers = new Map<string, Killer>();
  for (const mutant of mutants) {
    const key = keyOf(module, mutant);
    const { file, importedBy, rings } = module;
    const place = { mutant: key, file, importedBy, rings };
    const choices = likelyFirst(chooseTests(runs, place, coverage.loading, budget, coldFiles), recent);
    const killer = await tryMutant(tester, choices, key, doubtful);
    if (killer?.id) recent.push(killer.id);
    if (killer) killers.set(mutant.name, killer);
    if (!killer && !trial.isLast) continue;
    sayOutcome(module.file, mutant, killer);
    await keepOutcome(trial, mutant, killer);
  }
  return killers;
};

interface Doubt {
  /** Test files that fail without a mutant after the trials: a mutant has spoilt the worker, or a test is unfit. */
  readonly files: ReadonlySet<string>;
  /** Tests that fail in a fresh worker too: they need others before them, or fail by chance. */
  readonly tests: readonly string[];
}

const findDoubt = async ({ tester, runs, coldFiles }: Trial, killers: Iterable<Killer>): Promise<Doubt> => {
  const files = new Set<string>();
  const tests: string[] = [];
  for (const [test, those] of Map.groupBy(killers, (killer) => killer.test)) {
    const ids = new Set(those.flatMap(({ id }) => id ?? []));
    const run = runs.get(test);
    const only = run?.tests.filter(({ id }) => ids.has(id)) ?? [];
    if (!run || only.length === 0) continue;
    const choice = { test, only, cold: coldFiles.has(test), cost: run.ms };
    if (await passes(tester, choice)) continue;
    const unfit = await findUnfit(tester, choice);
    if (unfit.length === 0) coldFiles.add(test);
    files.add(test);
    tests.push(...unfit);
  }
  return { files, tests };
};

const tryModule = async (trial: Trial): Promise<void> => {
  const { module, untried, outcomes } = trial;
  let mutants = untried;
  const doubtful = new Set<string>();
  const started = performance.now();
  for (let round = 1; round <= ROUNDS && mutants.length > 0; round += 1) {
    const killers = await tryMutants(trial, mutants, doubtful);
    const { files, tests } = await findDoubt(trial, killers.values());
    for (const id of tests) doubtful.add(id);
    mutants = mutants.filter(({ name }) => files.has(killers.get(name)?.test ?? ''));
    for (const { name } of mutants) delete outcomes[name];
    if (files.size > 0)
      console.log(`  ${mutants.length} again: without a mutant fails ${[...files].join(', ')}`);
  }
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${module.file}: ${module.mutants.length} mutants, ${untried.length} tried in ${seconds} s`);
};

const observeAll = async (coverage: Coverage, tester: Tester, tests: readonly string[]): Promise<Runs> => {
  // The other tester has begun with some of them: it must not be waited for while there is work.
  for (const test of tests) if (!coverage.isBegun(test)) await coverage.observe(tester, test);
  const runs = new Map<string, FileRun>();
  for (const test of tests) {
    const run = await coverage.observe(tester, test);
    if (run) runs.set(test, run);
  }
  return runs;
};

/** Milliseconds of tests near the module for one mutant. */
const NEAR_BUDGET = 8_000;
/** Milliseconds of them for one that survives although nobody has said why. */
const LAST_BUDGET = 60_000;

interface Bench extends Pick<Trial, 'tester' | 'recent' | 'coldFiles'> {
  readonly types: TypeCheck;
}

/** The mutants that compile. The others are noticed by that, which costs less than tests. */
const tryTypes = async (
  types: TypeCheck,
  trial: Pick<Trial, 'module' | 'outcomes'>,
  mutants: readonly Mutant[],
): Promise<Mutant[]> => {
  const compiling: Mutant[] = [];
  for (const mutant of mutants) {
    const complaint = types.complaintOf(trial.module.file, mutant.source);
    if (complaint === null) compiling.push(mutant);
    else await keepOutcome(trial, mutant, { test: 'the type check', id: null, name: complaint });
  }
  return compiling;
};

const tryNear = async (
  { tester, recent, coldFiles, types }: Bench,
  coverage: Coverage,
  module: Module,
): Promise<void> => {
  const outcomes = await readHolding(module);
  let untried = module.mutants.filter(({ name }) => outcomes[name] === undefined);
  const tryOn = async (
    tests: readonly string[],
    mutants: readonly Mutant[],
    { budget, isLast }: Pick<Trial, 'budget' | 'isLast'>,
  ) => {
    const runs = await observeAll(coverage, tester, tests);
    const tried = isQuick
      ? mutants.filter((mutant) => !coverage.loading.has(keyOf(module, mutant)))
      : mutants;
    const trial = { tester, recent, coldFiles, budget, coverage, module, runs, outcomes, isLast };
    if (tried.length > 0) await tryModule({ ...trial, untried: tried });
    untried = untried.filter(({ name }) => outcomes[name] === undefined);
  };
  const own = module.tests.near.filter((test) => test === module.file.replace(/\.ts$/, '.test.ts'));
  if (untried.length > 0 && own.length > 0) await tryOn(own, untried, { budget: NEAR_BUDGET, isLast: false });
  // The others are run only where the module's own tests let something pass.
  untried = await tryTypes(types, { module, outcomes }, untried);
  if (untried.length === 0 || module.tests.near.length === 0) return;
  const hasReason = ({ name }: Mutant) => accepted[module.file]?.[name] !== undefined;
  const { near } = module.tests;
  const findUnexplained = () => untried.filter((mutant) => !hasReason(mutant));
  await tryOn(near, untried.filter(hasReason), { budget: NEAR_BUDGET, isLast: true });
  await tryOn(near, findUnexplained(), { budget: NEAR_BUDGET, isLast: false });
  await tryOn(near, findUnexplained(), { budget: LAST_BUDGET, isLast: true });
};

const tryFar = async (
  { tester, recent, coldFiles, types }: Bench,
  coverage: Coverage,
  module: Module,
): Promise<void> => {
  const outcomes = await readHolding(module);
  const survivors = module.mutants.filter(({ name }) => outcomes[name]?.by === null);
  const untried = await tryTypes(types, { module, outcomes }, survivors);
  if (untried.length === 0) return;
  const runs = await observeAll(coverage, tester, [...module.tests.near, ...module.tests.far]);
  const budget = Number.POSITIVE_INFINITY;
  await tryModule({
    tester,
    recent,
    coldFiles,
    budget,
    coverage,
    module,
    runs,
    outcomes,
    untried,
    isLast: true,
  });
};

const needsTests = async (module: Module): Promise<boolean> => {
  const holding = await readHolding(module);
  return module.mutants.some(({ name }) => holding[name] === undefined);
};

/** Costs that are measured before the trials begin are not raised by them. */
const observeAhead = async (testers: readonly Tester[], coverage: Coverage, chosen: readonly Module[]) => {
  const tests = new Set<string>();
  for (const module of chosen) {
    if (await needsTests(module)) for (const test of module.tests.near) tests.add(test);
  }
  const waiting = [...tests];
  const observe = async (tester: Tester) => {
    for (let test = waiting.shift(); test; test = waiting.shift()) {
      await coverage.observe(tester, test);
    }
  };
  const started = performance.now();
  await Promise.all(testers.map(observe));
  console.log(`${tests.size} test files observed in ${Math.round((performance.now() - started) / 1000)} s`);
};

/** Returns the tests that fail without a mutant. */
const tryAll = async (
  all: readonly Module[],
  chosen: readonly Module[],
  far: boolean,
): Promise<ReadonlyMap<string, string>> => {
  const laboratory = await openLaboratory(new Map(all.map(({ file, source }) => [file, source])));
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => laboratory.close().finally(() => process.exit(130)));
  }
  try {
    const testers = await Promise.all(Array.from({ length: TESTERS }, () => laboratory.openTester()));
    const coverage = await openCoverage(
      testers[0] as Tester,
      all.map(({ file }) => file),
    );
    await observeAhead(testers, coverage, chosen);
    const waiting = [...chosen];
    using types = openTypeCheck('server');
    const work = async (tester: Tester) => {
      const recent: string[] = [];
      const coldFiles = new Set<string>();
      for (let module = waiting.shift(); module; module = waiting.shift()) {
        await tryNear({ tester, recent, coldFiles, types }, coverage, module);
        if (far) await tryFar({ tester, recent, coldFiles, types }, coverage, module);
      }
    };
    await Promise.all(testers.map(work));
    return coverage.unfit;
  } finally {
    await laboratory.close();
  }
};

const named = given.filter((argument) => !argument.startsWith('--'));
const modules = await readModules(await filesInScope(withReads));
const inOrder = named.flatMap((name) => modules.filter(({ file }) => file.startsWith(name)));
/** Once each, also where a folder and one within it are named. */
const chosen = named.length > 0 ? [...new Set(inOrder)] : modules;
const isWhole = chosen.length === modules.length;
const unfit = given.includes('--report') ? new Map() : await tryAll(modules, chosen, given.includes('--far'));
const keepNoticed = async (): Promise<void> => {
  const all = await Promise.all(
    modules.map(async (module): Promise<[string, string[]]> => {
      const { outcomes } = await readResult(module);
      const those = module.mutants.filter(({ name }) => outcomes[name]?.by != null);
      return [module.file, those.map(fingerprint)];
    }),
  );
  // A run without `--reads` leaves the reading modules as they are.
  await writeNoticed({ ...noticed, ...Object.fromEntries(all) });
};

await keepNoticed();
const summary = await report(await Promise.all(chosen.map(readResult)), { isWhole });
for (const [test, failure] of unfit)
  console.log(`left out, as it fails without a mutant: ${test} > ${failure}`);
process.exitCode = isPassed(summary) && unfit.size === 0 ? 0 : 1;
