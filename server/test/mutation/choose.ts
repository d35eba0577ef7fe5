import type { FileRun, TestRun } from './runner.ts';

/** Tests of one file that reach a mutant. */
export interface Choice {
  readonly test: string;
  readonly only: readonly TestRun[];
  readonly cold: boolean;
  /** Milliseconds that it took without a mutant. */
  readonly cost: number;
}

/** What each test file does without a mutant. */
export type Runs = ReadonlyMap<string, FileRun>;

/** Milliseconds for loading all modules anew. */
const COLD = 3000;
/** Milliseconds. Tests that take longer measure load: too dear, and too shaky, for one mutant after the other. */
const TOO_DEAR = 10_000;

const sum = (runs: readonly TestRun[]) => runs.reduce((total, { ms }) => total + ms, 0);

const affordable = ({ tests }: FileRun) => tests.filter(({ ms }) => ms < TOO_DEAR);

/** What the file does before and between its tests concerns them all. */
const reaching = (run: FileRun, mutant: number): readonly TestRun[] =>
  run.outside.loading.includes(mutant) || run.outside.hooks.includes(mutant)
    ? affordable(run)
    : affordable(run).filter(({ reached }) => reached.includes(mutant));

const choiceOf = (test: string, run: FileRun, only: readonly TestRun[], cold: boolean): Choice => ({
  test,
  only,
  cold,
  cost: run.ms - sum(run.tests) + sum(only) + (cold ? COLD : 0),
});

/** At least these many, whatever they cost. */
const FEW = 3;

const within = (budget: number, choices: readonly Choice[]): Choice[] => {
  let spent = 0;
  return choices.filter(({ cost }, index) => {
    spent += cost;
    return index < FEW || spent <= budget;
  });
};

/** The test files in which a mutant is tried, with the tests that reach it; the cheapest first. */
export const chooseTests = (
  runs: Runs,
  mutant: number,
  loading: ReadonlySet<number>,
  budget: number,
): Choice[] => {
  const cold = loading.has(mutant);
  const choices = [...runs]
    .map(([test, run]) => choiceOf(test, run, cold ? affordable(run) : reaching(run, mutant), cold))
    .filter(({ only }) => only.length > 0)
    .sort((a, b) => a.cost - b.cost);
  return within(budget, choices);
};

/** Where a test noticed one mutant of a module it is likely to notice the next: those tests first, alone. */
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
