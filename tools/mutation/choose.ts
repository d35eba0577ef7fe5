import type { FileRun, TestRun } from './runner.ts';

/** Tests of one file that reach a mutant. */
export interface Choice {
  readonly test: string;
  readonly only: readonly TestRun[];
  readonly cold: boolean;
  /** Milliseconds that it took without a mutant. */
  readonly cost: number;
}

/** The result of each test file without a mutant. */
export type Runs = ReadonlyMap<string, FileRun>;

/** Milliseconds for loading all modules anew. */
const LOADING_MS = 3000;
/** In milliseconds. Tests that take longer measure load: they are too slow and too unreliable to try every mutant. */
const SLOWEST_TEST_MS = 10_000;

const sum = (runs: readonly TestRun[]) => runs.reduce((total, { ms }) => total + ms, 0);

const affordable = ({ tests }: FileRun) => tests.filter(({ ms }) => ms < SLOWEST_TEST_MS);

/** Code that runs before and between the tests concerns all of them. */
const reaching = (run: FileRun, isMeant: (mutant: number) => boolean): readonly TestRun[] =>
  [...run.outside.loading, ...run.outside.hooks].some(isMeant)
    ? affordable(run)
    : affordable(run).filter(({ reached }) => reached.some(isMeant));

/** Milliseconds for the hooks of a file, at most, in a worker that has loaded all modules. */
const HOOKS_MS = 300;

/** The time beside the tests: without that for loading modules, where the run without a mutant had to load them. */
const hooksOf = ({ ms, tests, outside }: FileRun): number => {
  const beside = ms - sum(tests);
  return outside.loading.length > 0 ? Math.min(beside, HOOKS_MS) : beside;
};

const choiceOf = (test: string, run: FileRun, only: readonly TestRun[], cold: boolean): Choice => ({
  test,
  only,
  cold,
  cost: hooksOf(run) + sum(only) + (cold ? LOADING_MS : 0),
});

/** At least so many are chosen, whatever they cost. */
const MIN_CHOICES = 3;

const within = (budget: number, choices: readonly Choice[]): Choice[] => {
  let spent = 0;
  return choices.filter(({ cost }, index) => {
    const isAffordable = index < MIN_CHOICES || spent + cost <= budget;
    if (isAffordable) spent += cost;
    return isAffordable;
  });
};

/** The keys of the mutants of one module: from the first one to the first of the next module. */
export interface KeyRange {
  readonly from: number;
  readonly to: number;
}

interface Place {
  /** The key of the mutant that is tried. */
  readonly mutant: number;
  /** The path of its module. */
  readonly file: string;
  /** The test files that import it. */
  readonly importedBy: ReadonlySet<string>;
  /** Its module, the modules that import it, those that import these, and so on. */
  readonly rings: readonly (readonly KeyRange[])[];
}

const isIn =
  (ring: readonly KeyRange[]) =>
  (key: number): boolean =>
    ring.some(({ from, to }) => key >= from && key < to);

/** The tests that reach most of the ring first, as they are about it; of those the cheapest. */
const rank = (choices: readonly Choice[], ring: readonly KeyRange[]): Choice[] => {
  const relevance = ({ only }: Choice) =>
    new Set(only.flatMap(({ reached }) => reached.filter(isIn(ring)))).size;
  return choices
    .map((choice) => ({ choice, reached: relevance(choice) }))
    .sort((a, b) => b.reached - a.reached || a.choice.cost - b.choice.cost)
    .map(({ choice }) => choice);
};

/** The number of folders that lead to both files. */
const sharedFolders = (file: string, test: string): number => {
  const parts = test.split('/');
  return file.split('/').findIndex((part, at) => part !== parts[at]);
};

/**
 * Chooses files for a mutant that acts while its module loads: those that reach the innermost ring that is reached. Where
 * that is not the module itself, those that import it come first, and of the others, which are many, those in its folder.
 */
const chooseFresh = (
  runs: Runs,
  { file, importedBy, rings }: Place,
  loading: ReadonlySet<number>,
): Choice[] => {
  // Some tests of a file may use nothing but what was loaded.
  const fresh = ([test, run]: [string, FileRun]) => choiceOf(test, run, affordable(run), true);
  const nearness = ({ test }: Choice) => (importedBy.has(test) ? Infinity : sharedFolders(file, test));
  const nearestFirst = (choices: readonly Choice[]) =>
    [...Map.groupBy(choices, nearness)].toSorted(([a], [b]) => b - a).flatMap(([, each]) => each);
  for (const [at, ring] of rings.entries()) {
    const isMeant = (key: number) => isIn(ring)(key) && !loading.has(key);
    const isReached = ([test, run]: [string, FileRun]) =>
      (at > 0 && importedBy.has(test)) || reaching(run, isMeant).length > 0;
    const choices = rank([...runs].filter(isReached).map(fresh), ring);
    if (choices.length > 0) return at === 0 ? choices : nearestFirst(choices);
  }
  return nearestFirst(rank([...runs].map(fresh), []));
};

/**
 * The test files in which a mutant is tried, with the tests that reach it; those that are about its module first. No test
 * reaches a mutant that acts while its module loads: the files are then those that reach anything else of the module or,
 * where the module has nothing else, those that import it or reach the modules that import it.
 */
export const chooseTests = (
  runs: Runs,
  place: Place,
  loading: ReadonlySet<number>,
  budget: number,
  coldFiles: ReadonlySet<string> = new Set(),
): Choice[] => {
  const { mutant, rings } = place;
  if (loading.has(mutant)) return within(budget, chooseFresh(runs, place, loading));
  const isMeant = (key: number) => key === mutant;
  const choices = [...runs]
    .map(([test, run]) => choiceOf(test, run, reaching(run, isMeant), coldFiles.has(test)))
    .filter(({ only }) => only.length > 0);
  return within(budget, rank(choices, rings[0] ?? []));
};

/** A test that noticed one mutant of a module is likely to notice the next, so it runs first, alone. */
export const likelyFirst = (choices: readonly Choice[], killers: readonly string[]): Choice[] => {
  const rankOf = ({ id }: TestRun) => killers.lastIndexOf(id);
  const best = choices
    .flatMap((choice) => choice.only.map((run) => ({ choice, run, rank: rankOf(run) })))
    .filter(({ rank }) => rank >= 0)
    .toSorted((a, b) => b.rank - a.rank)[0];
  if (!best) return [...choices];
  const likely = best.choice.only.filter((run) => rankOf(run) >= 0).slice(0, 4);
  return [{ ...best.choice, only: likely }, ...choices];
};
