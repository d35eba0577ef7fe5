import { useState } from 'react';

export type RowKey = string | number;

/** Adds the key, or removes it if the set has it. */
export const toggled = <K>(keys: ReadonlySet<K>, key: K): ReadonlySet<K> =>
  new Set(keys.has(key) ? [...keys].filter((each) => each !== key) : [...keys, key]);

/** Ignores rows that are no longer shown. */
export const useSelection = (shown: readonly RowKey[]) => {
  const [ticked, setTicked] = useState<ReadonlySet<RowKey>>(new Set());
  const keys = shown.filter((key) => ticked.has(key));
  const isWhole = shown.length > 0 && keys.length === shown.length;
  return {
    keys,
    count: keys.length,
    isWhole,
    has: (key: RowKey) => ticked.has(key),
    toggle: (key: RowKey) => setTicked(toggled(ticked, key)),
    toggleAll: () => setTicked(isWhole ? new Set() : new Set(shown)),
    clear: () => setTicked(new Set()),
  };
};

export type Selection = ReturnType<typeof useSelection>;
