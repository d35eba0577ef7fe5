import type { Coverage } from './coverage.ts';
import type { Tests } from './nearest.ts';
import type { FileRun, TestRun } from './runner.ts';

/** Tests of one file that reach a mutant. */
export interface Choice {
  readonly test: string;
  readonly only: readonly TestRun[];
  readonly cold: boolean;
  /** Milliseconds that it took without a mutant. */
  readonly cost: number;
}

/** Milliseconds for the far tests of a mutant that all near ones let pass. */
const FAR_BUDGET = 30_000;
/** Milliseconds for loading all modules anew. */
const COLD = 3000;

const sum = (runs: readonly TestRun[]) => runs.reduce((total, { ms }) => total + ms, 0);

const costOf = ({ tests, ms }: FileRun, only: readonly TestRun[]) => ms - sum(tests) + sum(only);

/** Which tests of which file reach a mutant. */
export interface Reach {
  readonly coverage: Coverage;
  readonly byMutant: ReadonlyMap<number, ReadonlyMap<string, readonly TestRun[]>>;
  /** Those that act while their module loads: they are there for every test that loads the module. */
  readonly loading: ReadonlySet<number>;
}

export const reachOf = (coverage: Coverage): Reach => {
  const byMutant = new Map<number, Map<string, readonly TestRun[]>>();
  const note = (mutant: number, test: string, runs: readonly TestRun[]) => {
    const files = byMutant.get(mutant) ?? new Map();
    byMutant.set(mutant, files.set(test, [...(files.get(test) ?? []), ...runs]));
  };
  for (const [test, { tests, outside }] of coverage) {
    const inHooks = new Set(outside.hooks);
    for (const mutant of inHooks) note(mutant, test, tests);
    for (const run of tests) {
      for (const mutant of run.reached) if (!inHooks.has(mutant)) note(mutant, test, [run]);
    }
  }
  const loading = new Set([...coverage.values()].flatMap(({ outside }) => outside.loading));
  return { coverage, byMutant, loading };
};

const choose = (reach: Reach, tests: readonly string[], mutant: number): Choice[] => {
  const cold = reach.loading.has(mutant);
  return tests
    .flatMap((test) => {
      const run = reach.coverage.get(test);
      if (!run) return [];
      const only = cold ? run.tests : (reach.byMutant.get(mutant)?.get(test) ?? []);
      return only.length > 0 ? [{ test, only, cold, cost: costOf(run, only) + (cold ? COLD : 0) }] : [];
    })
    .sort((a, b) => a.cost - b.cost);
};

const withinBudget = (choices: readonly Choice[], budget: number): Choice[] => {
  let left = budget;
  return choices.filter(({ cost }) => {
    left -= cost;
    return left >= 0;
  });
};

/** The test files in which a mutant is tried: near ones first, cheap ones first; of the far ones what is affordable. */
export const chooseTests = (
  reach: Reach,
  { near, far }: Tests,
  mutant: number,
  budget = FAR_BUDGET,
): Choice[] => [...choose(reach, near, mutant), ...withinBudget(choose(reach, far, mutant), budget)];
