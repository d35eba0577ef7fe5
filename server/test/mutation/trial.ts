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

/** Slow tests measure time, more often than others, and a busy machine fails them. */
const SLOW = 1000;

const patienceFor = ({ cost }: Choice) => 30_000 + 8 * cost;
const timeoutFor = (tests: readonly TestRun[]) => 8000 + 5 * Math.max(0, ...tests.map(({ ms }) => ms));

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
  tester.run(taskOf(choice, mutant), patienceFor(choice));

/** Whether the tests pass without a mutant, in the same selection. */
export const passes = async (tester: Tester, choice: Choice): Promise<boolean> => {
  const run = await runChoice(tester, choice, null);
  return run !== null && failureOf(run) === null;
};

/** What is known of tests: those that pass alone, and those that need the others of their file before them. */
export interface Experience {
  readonly alone: Set<string>;
  readonly dependent: Set<string>;
}

const aloneOf = (choice: Choice, killer: Killer): Choice => ({
  ...choice,
  only: choice.only.filter(({ id }) => id === killer.id),
});

const isShaky = ({ only }: Choice): boolean => only.some(({ shaky, ms }) => shaky || ms >= SLOW);

/** Whether the test fails because of the mutant: not because it was run without others, nor by chance. */
const isProved = async (
  tester: Tester,
  choice: Choice,
  killer: Killer,
  mutant: number,
  { alone, dependent }: Experience,
): Promise<boolean> => {
  if (killer.id === null) return true;
  const single = aloneOf(choice, killer);
  if (!alone.has(killer.id)) {
    if (!(await passes(tester, single))) {
      dependent.add(killer.id);
      return false;
    }
    alone.add(killer.id);
  }
  return !isShaky(single) || killerIn(choice.test, await runChoice(tester, single, mutant)) !== null;
};

const without = (choice: Choice, dependent: ReadonlySet<string>): Choice => ({
  ...choice,
  only: choice.only.filter(({ id }) => !dependent.has(id)),
});

const tryChoice = async (
  tester: Tester,
  choice: Choice,
  mutant: number,
  experience: Experience,
): Promise<Killer | null> => {
  let rest = without(choice, experience.dependent);
  while (rest.only.length > 0) {
    const killer = killerIn(choice.test, await runChoice(tester, rest, mutant));
    if (!killer || (await isProved(tester, rest, killer, mutant, experience))) return killer;
    rest = { ...rest, only: rest.only.filter(({ id }) => id !== killer.id) };
  }
  return null;
};

/** The first test that notices the mutant; null where none does. */
export const tryMutant = async (
  tester: Tester,
  choices: readonly Choice[],
  mutant: number,
  experience: Experience,
): Promise<Killer | null> => {
  for (const choice of choices) {
    const killer = await tryChoice(tester, choice, mutant, experience);
    if (killer) return killer;
  }
  return null;
};
