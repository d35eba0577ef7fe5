import type { Choice } from './choose.ts';
import { failureOf } from './coverage.ts';
import type { FileRun, Task, TestRun } from './runner.ts';
import type { Tester } from './tester.ts';

/* One mutant in the tests chosen for it. */

/** A test that does not come to an end noticed the mutant as well. */
const HANGS = 'it does not come to an end';

/** A test that noticed a mutant. */
export interface Killer {
  readonly test: string;
  /** Null where the file fails as a whole. */
  readonly id: string | null;
  readonly name: string;
}

/** In milliseconds. Slow tests measure time more often than others, and a busy machine fails them. */
const SLOW_TEST_MS = 500;

const fileTimeoutFor = ({ cost }: Choice) => 60_000 + 10 * cost;
const timeoutFor = (tests: readonly TestRun[]) => 10_000 + 5 * Math.max(0, ...tests.map(({ ms }) => ms));

const taskOf = ({ test, only, cold }: Choice, mutant: number | null): Task => ({
  test,
  only: only.map(({ id }) => id),
  mutant,
  cold,
  record: false,
  timeout: timeoutFor(only),
});

const killerIn = (test: string, run: FileRun | null): Killer | null => {
  if (!run) return { test, id: null, name: HANGS };
  const failed = run.tests.find(({ passed }) => !passed);
  if (failed) return { test, id: failed.id, name: failed.name };
  return run.error === null ? null : { test, id: null, name: run.error };
};

const runChoice = (tester: Tester, choice: Choice, mutant: number | null) =>
  tester.run(taskOf(choice, mutant), fileTimeoutFor(choice));

/** Whether the tests pass without a mutant, in the same selection. */
export const passes = async (tester: Tester, choice: Choice): Promise<boolean> => {
  const run = await runChoice(tester, choice, null);
  return run !== null && failureOf(run) === null;
};

/** Finds tests that fail without a mutant although their modules are loaded anew: all if the file fails as a whole. */
export const findUnfit = async (tester: Tester, choice: Choice): Promise<string[]> => {
  const killer = killerIn(choice.test, await runChoice(tester, { ...choice, cold: true }, null));
  if (!killer) return [];
  if (killer.id === null) return choice.only.map(({ id }) => id);
  const only = choice.only.filter(({ id }) => id !== killer.id);
  return only.length === 0 ? [killer.id] : [killer.id, ...(await findUnfit(tester, { ...choice, only }))];
};

const isShaky = ({ only }: Choice): boolean => only.some(({ shaky, ms }) => shaky || ms >= SLOW_TEST_MS);

/** The choice if it passes without a mutant; in a fresh worker if a mutant has spoilt this one. */
const findPassing = async (tester: Tester, choice: Choice): Promise<Choice | null> => {
  const fresh = { ...choice, cold: true };
  if (await passes(tester, choice)) return choice;
  return (await passes(tester, fresh)) ? fresh : null;
};

/** Whether it fails because of the mutant, and not by chance: only a quick test is believed at once. */
const isProved = async (tester: Tester, choice: Choice, killer: Killer, mutant: number) => {
  const again =
    killer.id === null ? choice : { ...choice, only: choice.only.filter(({ id }) => id === killer.id) };
  if (killer.id !== null && !isShaky(again)) return true;
  const passing = await findPassing(tester, again);
  return passing !== null && killerIn(choice.test, await runChoice(tester, passing, mutant)) !== null;
};

/** The first test that notices the mutant; null where none does. Tests that are in doubt are left out. */
export const tryMutant = async (
  tester: Tester,
  choices: readonly Choice[],
  mutant: number,
  doubtful: ReadonlySet<string>,
): Promise<Killer | null> => {
  for (const choice of choices) {
    const fit = { ...choice, only: choice.only.filter(({ id }) => !doubtful.has(id)) };
    if (fit.only.length === 0) continue;
    const killer = killerIn(choice.test, await runChoice(tester, fit, mutant));
    if (killer && (await isProved(tester, fit, killer, mutant))) return killer;
  }
  return null;
};
