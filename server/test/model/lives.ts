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
  /** Milliseconds after which a failure that is being made smaller is told as it is. */
  readonly patience: number;
}

/** The same lives every day, unless `MODEL_SEED` asks for others. */
export const SEED = Number(process.env.MODEL_SEED ?? 20261201);

/** Lives so many lives in the portal and in the model at once; throws where the two differ. Tells what was reached. */
export const live = async (portal: Portal, { runs, length, seed, patience }: Lives): Promise<Reached> => {
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
    interruptAfterTimeLimit: patience,
    markInterruptAsFailure: true,
  });
  return reached;
};
