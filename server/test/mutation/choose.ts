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
const COLD = 3000;
/** In milliseconds. Tests that take longer measure load: too dear, and too shaky, for one mutant after the other. */
const TOO_DEAR = 10_000;

const sum = (runs: readonly TestRun[]) => runs.reduce((total, { ms }) => total + ms, 0);

const affordable = ({ tests }: FileRun) => tests.filter(({ ms }) => ms < TOO_DEAR);

/** Code that runs before and between the tests concerns all of them. */
const reaching = (run: FileRun, isMeant: (mutant: number) => boolean): readonly TestRun[] =>
  [...run.outside.loading, ...run.outside.hooks].some(isMeant)
    ? affordable(run)
    : affordable(run).filter(({ reached }) => reached.some(isMeant));

/** Milliseconds for the hooks of a file, at most, in a worker that has loaded all modules. */
const HOOKS = 300;

/** The time beside the tests: without that for loading modules, where the run without a mutant had to load them. */
const hooksOf = ({ ms, tests, outside }: FileRun): number => {
  const beside = ms - sum(tests);
  return outside.loading.length > 0 ? Math.min(beside, HOOKS) : beside;
};

const choiceOf = (test: string, run: FileRun, only: readonly TestRun[], cold: boolean): Choice => ({
  test,
  only,
  cold,
  cost: hooksOf(run) + sum(only) + (cold ? COLD : 0),
});

/** At least these many, whatever they cost. */
const FEW = 3;

const within = (budget: number, choices: readonly Choice[]): Choice[] => {
  let spent = 0;
  return choices.filter(({ cost }, index) => {
    const isAffordable = index < FEW || spent + cost <= budget;
    if (isAffordable) spent += cost;
    return isAffordable;
  });
};

/** Mutants by their keys: the one that is tried, and the first of its module with the first of the next. */
export interface Place {
  readonly mutant: number;
  readonly from: number;
  readonly to: number;
}

/** How much of the module the tests reach: those that are about it reach most. */
const relevance = ({ only }: Choice, { from, to }: Place): number =>
  new Set(only.flatMap(({ reached }) => reached.filter((key) => key >= from && key < to))).size;

/**
 * The test files in which a mutant is tried, with the tests that reach it; those that are about its module first, the
 * cheapest of them first. One that acts while its module loads is tried on the files that reach anything else of the module.
 */
export const chooseTests = (
  runs: Runs,
  place: Place,
  loading: ReadonlySet<number>,
  budget: number,
  coldFiles: ReadonlySet<string> = new Set(),
): Choice[] => {
  const { mutant, from, to } = place;
  const actsOnLoading = loading.has(mutant);
  const isMeant = actsOnLoading
    ? (key: number) => key >= from && key < to && !loading.has(key)
    : (key: number) => key === mutant;
  const isCold = (test: string) => actsOnLoading || coldFiles.has(test);
  const reached = [...runs].map(([test, run]) => {
    const those = reaching(run, isMeant);
    // Some tests of the file may use nothing but what was loaded.
    const only = actsOnLoading && those.length > 0 ? affordable(run) : those;
    return choiceOf(test, run, only, isCold(test));
  });
  // A module with nothing but constants.
  const isUnreached = actsOnLoading && reached.every(({ only }) => only.length === 0);
  const choices = isUnreached
    ? [...runs].map(([test, run]) => choiceOf(test, run, affordable(run), true))
    : reached.filter(({ only }) => only.length > 0);
  const ranked = choices
    .map((choice) => ({ choice, rank: relevance(choice, place) }))
    .sort((a, b) => b.rank - a.rank || a.choice.cost - b.choice.cost);
  return within(
    budget,
    ranked.map(({ choice }) => choice),
  );
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
