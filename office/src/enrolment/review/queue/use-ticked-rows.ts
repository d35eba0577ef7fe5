import { useState } from 'react';

/** The most registrations that one call approves. */
const MAX_TICKED = 100;

export interface TickedRows {
  readonly ids: readonly number[];
  readonly toggle: (id: number) => void;
  readonly choose: (ids: readonly number[]) => void;
  readonly clear: () => void;
}

/** Ticked rows. Only those still in the list count. */
export const useTickedRows = (listed: readonly number[]): TickedRows => {
  const [ticked, setTicked] = useState<readonly number[]>([]);
  const ids = listed.filter((id) => ticked.includes(id));
  return {
    ids,
    toggle: (id) =>
      setTicked(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id].slice(-MAX_TICKED)),
    choose: (chosen) => setTicked(chosen.slice(0, MAX_TICKED)),
    clear: () => setTicked([]),
  };
};
