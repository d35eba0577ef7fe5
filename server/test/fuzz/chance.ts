/** Random numbers that can be repeated: the same seed gives the same numbers (mulberry32). */
export interface Chance {
  /** A whole number from 0 to below `end`. */
  below(end: number): number;
  /** True once in `times`, on average. */
  oneIn(times: number): boolean;
  pick<T>(values: readonly T[]): T;
}

export const chanceOf = (seed: number): Chance => {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    oneIn: (times) => below(times) === 0,
    pick: (values) => {
      if (values.length === 0) throw new Error('there is nothing to pick from');
      return values[below(values.length)] as (typeof values)[number];
    },
  };
};
