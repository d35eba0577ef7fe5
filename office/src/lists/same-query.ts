import type { Query } from './list.ts';

/** The filters and sort that a view stores as a part of an address. */
export const queryOf = (stored: string): Query => Object.fromEntries(new URLSearchParams(stored));

/** Compares filters and sort in any order. */
export const isSameQuery = (one: Query, other: Query): boolean => {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
};
