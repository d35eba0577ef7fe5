import fc from 'fast-check';
import { commandsOf, compareScreens, type Held, Once } from './commands.ts';
import { newLife } from './life.ts';
import { type Portal, World } from './portal.ts';
import { Reached } from './reached.ts';
import { people } from './world.ts';
import { writtenLives } from './written-lives.ts';

interface Lives {
  readonly runs: number;
  /** The most commands of one run. */
  readonly length: number;
  readonly seed: number;
  /** In milliseconds. When it is over, a failure is reported even if it could still be reduced. */
  readonly timeLimit: number;
}

/** The seed is the same in every run, so that a failure repeats; `MODEL_SEED` chooses another. */
export const SEED = Number(process.env.MODEL_SEED ?? 20261201);

/** Runs so many lives in both the portal and the model, and throws where they differ. Returns what was reached. */
export const live = async (portal: Portal, { runs, length, seed, timeLimit }: Lives): Promise<Reached> => {
  const reached = new Reached();
  const property = fc.asyncProperty(commandsOf(length), async (commands) => {
    const held: Held = { life: newLife(), reached, story: [], steps: 0 };
    try {
      const world = await World.begin(portal);
      await world.ledger();
      await fc.asyncModelRun(() => ({ model: held, real: world }), commands);
      await compareScreens(held, world, people);
    } catch (error) {
      const story = ['What happened:', ...held.story].join('\n  ');
      throw new Error(`${error instanceof Error ? error.message : error}\n${story}`, { cause: error });
    }
  });
  const examples = writtenLives.map((steps): [Iterable<Once>] => [steps.map((step) => new Once(() => step))]);
  await fc.assert(property, {
    numRuns: runs,
    seed,
    unbiased: true,
    examples,
    interruptAfterTimeLimit: timeLimit,
    markInterruptAsFailure: true,
  });
  return reached;
};
