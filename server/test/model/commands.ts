import { isDeepStrictEqual } from 'node:util';
import { refusals } from '@portal/contract/errors';
import fc from 'fast-check';
import { type Life, ledger, sorted } from './life.ts';
import { clockMoves, type PlannedStep, plannedSteps } from './planned-steps.ts';
import type { World } from './portal.ts';
import { type Outcome, predict } from './predict.ts';
import { type Reached, reachedStates } from './reached.ts';
import { screensOf } from './screens.ts';
import { concerned, describeStep, type Step } from './steps.ts';
import type { Person } from './world.ts';

/** The model's side of a run. After two simultaneous steps the order is known only afterwards. */
export interface Held {
  life: Life;
  readonly reached: Reached;
  /** Log of steps and answers, printed on failure. */
  readonly story: string[];
  steps: number;
}

const differ = (what: string, portal: unknown, model: unknown): Error =>
  new Error(
    `${what}: the portal has ${JSON.stringify(portal, null, 1)}, the model ${JSON.stringify(model, null, 1)}`,
  );

/** Returns only what differs between the two. */
const differences = (portal: Record<string, readonly string[]>, model: Record<string, readonly string[]>) =>
  Object.keys({ ...portal, ...model }).filter((name) => !isDeepStrictEqual(portal[name], model[name]));

const only = (lines: Record<string, readonly string[]>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, lines[name]]));

const compare = (
  what: string,
  portal: Record<string, readonly string[]>,
  model: Record<string, readonly string[]>,
) => {
  const names = differences(portal, model);
  if (names.length > 0) throw differ(what, only(portal, names), only(model, names));
};

/** Everything that these people see is as in the model. */
export const compareScreens = async (held: Held, world: World, viewers: readonly Person[]): Promise<void> => {
  held.steps += 1;
  for (const who of viewers) {
    const seen = await world.screens(who, held.steps % 2 === 0 ? 0 : 1);
    compare(`what ${who} sees`, sorted(seen), sorted(screensOf(held.life, who)));
  }
};

const everybody: readonly Person[] = ['mei', 'chi', 'lin'];

const count = (held: Held, outcomes: readonly Outcome[]): void => {
  for (const { reached } of outcomes) held.reached.add(...reached);
  held.reached.add(...reachedStates(held.life));
};

/** One step after another. */
export class Once implements fc.AsyncCommand<Held, World> {
  readonly #wish: PlannedStep;
  #step: Step | null = null;

  constructor(planned: PlannedStep) {
    this.#wish = planned;
  }

  check({ life }: Readonly<Held>): boolean {
    return this.#wish(life) !== null;
  }

  async run(held: Held, world: World): Promise<void> {
    const step = this.#wish(held.life);
    if (!step) return;
    this.#step = step;
    const outcome = predict(held.life, step);
    const says = await world.perform(step, held.steps % 2 === 0 ? 1 : 0);
    held.story.push(`${describeStep(step)}: ${says}`);
    if (says !== outcome.says) throw differ(describeStep(step), says, outcome.says);
    compare(`after ${describeStep(step)}`, sorted(await world.ledger()), sorted(ledger(held.life)));
    count(held, [outcome]);
    await compareScreens(held, world, step.do === 'clock' ? everybody : concerned(step));
  }

  toString(): string {
    return this.#step ? describeStep(this.#step) : 'nothing';
  }
}

interface Order {
  readonly life: Life;
  readonly outcomes: readonly [Outcome, Outcome];
  readonly name: string;
}

const inOrder = (life: Life, first: Step, second: Step): Order => {
  const copy = structuredClone(life);
  return { life: copy, outcomes: [predict(copy, first), predict(copy, second)], name: 'the first one first' };
};

const inOtherOrder = (life: Life, first: Step, second: Step): Order => {
  const { life: copy, outcomes } = inOrder(life, second, first);
  return { life: copy, outcomes: [outcomes[1], outcomes[0]], name: 'the second one first' };
};

/** Two simultaneous cancellations of one registration may both succeed. */
const isHeard = ({ outcomes }: Order, heard: readonly string[], cancels: readonly boolean[]): boolean =>
  outcomes.every(({ says }, n) => heard[n] === says || (cancels[n] === true && heard[n] === 'done'));

/** Two simultaneous steps, one through each server. The outcome must be that of one order or the other. */
class AtOnce implements fc.AsyncCommand<Held, World> {
  readonly #wishes: readonly [PlannedStep, PlannedStep];
  #steps: readonly Step[] = [];

  constructor(first: PlannedStep, second: PlannedStep) {
    this.#wishes = [first, second];
  }

  check({ life }: Readonly<Held>): boolean {
    return this.#wishes.every((planned) => planned(life) !== null);
  }

  async run(held: Held, world: World): Promise<void> {
    const [first, second] = this.#wishes.map((planned) => planned(held.life));
    if (!first || !second) return;
    this.#steps = [first, second];
    const heard = await Promise.all([world.perform(first, 0), world.perform(second, 1)]);
    held.story.push(
      `at once ${describeStep(first)}: ${heard[0]}\n     and ${describeStep(second)}: ${heard[1]}`,
    );
    const facts = sorted(await world.ledger());
    const orders = [inOrder(held.life, first, second), inOtherOrder(held.life, first, second)];
    const further = ([0, 1] as const).flatMap((mover) => interrupted(held.life, [first, second], mover));
    const cancels = this.#steps.map(
      (step, n) => step.do === 'cancel' && orders.some(({ outcomes }) => outcomes[n]?.says === 'done'),
    );
    const fitting = [...orders, ...further].filter(
      (order) =>
        isHeard(order, heard, cancels) && differences(facts, sorted(ledger(order.life))).length === 0,
    );
    const [order] = fitting;
    if (!order) throw noOrder(orders, heard, facts);
    held.life = order.life;
    count(held, order.outcomes);
    if (fitting.length === 1) held.reached.add(`at once: ${order.name}`);
    await compareScreens(held, world, [...new Set([...concerned(first), ...concerned(second)])]);
  }

  toString(): string {
    return `at once ${this.#steps.map(describeStep).join(' and ')}`;
  }
}

/** Staff who decide about a registration while it is being moved are refused and asked to look again. */
const interrupted = (life: Life, steps: readonly [Step, Step], mover: 0 | 1): Order[] => {
  const [moving, other] = [steps[mover], steps[mover === 0 ? 1 : 0]];
  if (moving.do !== 'move' || !('registration' in other) || other.registration !== moving.registration)
    return [];
  const copy = structuredClone(life);
  const moved = predict(copy, moving);
  const refused: Outcome = { says: refusals.review_conflict.text, reached: [] };
  return [{ life: copy, outcomes: mover === 0 ? [moved, refused] : [refused, moved], name: 'interrupted' }];
};

const noOrder = (
  orders: readonly Order[],
  heard: readonly string[],
  facts: Record<string, readonly string[]>,
): Error => {
  const attempts = orders.map(({ name, outcomes, life }) => {
    const expected = sorted(ledger(life));
    const names = differences(facts, expected);
    return {
      name,
      says: outcomes.map(({ says }) => says),
      differs: { portal: only(facts, names), model: only(expected, names) },
    };
  });
  return new Error(
    `no order explains it: heard ${JSON.stringify(heard)}; ${JSON.stringify(attempts, null, 1)}`,
  );
};

/** A run's commands: mostly one step, sometimes two at once, and now and then the clock moves. */
export const commandsOf = (length: number) =>
  fc.commands(
    [
      ...Array.from({ length: 14 }, () => plannedSteps.map((planned) => new Once(planned))),
      ...Array.from({ length: 5 }, () =>
        fc.tuple(plannedSteps, plannedSteps).map(([first, second]) => new AtOnce(first, second)),
      ),
      clockMoves.map((planned) => new Once(planned)),
    ],
    { maxCommands: length, size: 'max' },
  );
