import { expect } from 'vitest';
import { payWholePrice } from './cheap-argon2.ts';

/** Returns what the work returns, and the milliseconds of processor time that this process spent meanwhile in all its threads. */
const withProcessorTime = async <T>(
  work: () => Promise<T>,
): Promise<{ readonly answer: T; readonly spent: number }> => {
  const begun = process.cpuUsage();
  const answer = await work();
  const { user, system } = process.cpuUsage(begun);
  return { answer, spent: (user + system) / 1000 };
};

/** Work whose cost is compared. */
export interface Measured<T> {
  /** Does the work once more. */
  measure(): Promise<T>;
  /** The least processor time so far, in milliseconds: what the machine does besides only adds. */
  least(): number;
}

export const measured = <T>(work: () => Promise<T>): Measured<T> => {
  let least = Number.POSITIVE_INFINITY;
  return {
    measure: async () => {
      const { answer, spent } = await withProcessorTime(work);
      least = Math.min(least, spent);
      return answer;
    },
    least: () => least,
  };
};

const ROUNDS = 10;

/** Measures both in turn, as often as it takes until the one costs so little; each was measured before, or is now. */
export const expectCheaper = async (
  one: Measured<unknown>,
  other: Measured<unknown>,
  times: number,
): Promise<void> => {
  const isCheap = () => one.least() < times * other.least() && other.least() < Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && !isCheap(); round++) {
    await other.measure();
    await one.measure();
  }
  expect(one.least()).toBeLessThan(times * other.least());
};

/** Measures both in turn until neither costs twice as much as the other. */
const expectAlike = async (one: Measured<unknown>, other: Measured<unknown>): Promise<void> => {
  for (const each of [one, other]) await each.measure();
  await expectCheaper(one, other, 2);
  await expectCheaper(other, one, 2);
  // The second comparison may have found a cheaper run of the other.
  await expectCheaper(one, other, 2);
};

/** The same for work that hashes a password. */
export const expectHashesAlike = async (one: Measured<unknown>, other: Measured<unknown>): Promise<void> => {
  payWholePrice();
  await expectAlike(one, other);
  // A hash costs more than that by itself, or the comparison would say nothing.
  expect(one.least()).toBeGreaterThan(5);
};
