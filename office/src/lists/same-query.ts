import type { Query } from './list.ts';

/** Compares filters and sort in any order. */
export const isSameQuery = (one: Query, other: Query): boolean => {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
};
