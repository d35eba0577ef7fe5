import * as argon2 from '@node-rs/argon2/index.js';
import { onTestFinished } from 'vitest';

/*
 * Stands for the package in the unit tests: real hashes that take a fiftieth of the time and say that they cost what was
 * asked for. The tests of sign-in spent a quarter of their time on hashes. The race suite and the journeys have the
 * package itself.
 */

interface Cost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism?: number;
}

const CHEAP: Cost = { memoryCost: 64, timeCost: 1, parallelism: 1 };
const PARAMETERS = /m=(\d+),t=(\d+),p=(\d+)/;

const nameOf = ({ memoryCost, timeCost, parallelism = 1 }: Cost): string =>
  `m=${memoryCost},t=${timeCost},p=${parallelism}`;

let isWhole = false;

/** Until the test ends, a hash and its comparison take their time as well: for tests that compare times. */
export const payWholePrice = (): void => {
  isWhole = true;
  onTestFinished(() => {
    isWhole = false;
  });
};

const pay = async (password: string, cost: Cost): Promise<void> => {
  if (isWhole) await argon2.hash(password, cost);
};

export const hash = async (password: string, cost: Cost): Promise<string> => {
  await pay(password, cost);
  return (await argon2.hash(password, CHEAP)).replace(PARAMETERS, nameOf(cost));
};

export const verify = async (stored: string, password: string): Promise<boolean> => {
  const [, memory, time, lanes] = PARAMETERS.exec(stored) ?? [];
  await pay(password, { memoryCost: Number(memory), timeCost: Number(time), parallelism: Number(lanes) });
  return argon2.verify(stored.replace(PARAMETERS, nameOf(CHEAP)), password);
};
