export const ERASURE_STATES = ['requested', 'withdrawn', 'declined', 'erased'] as const;
export type ErasureState = (typeof ERASURE_STATES)[number];

export const ERASURE_STEPS: Readonly<Record<ErasureState, readonly ErasureState[]>> = {
  requested: ['withdrawn', 'declined', 'erased'],
  withdrawn: [],
  declined: [],
  erased: [],
};

export const mayClose = (state: ErasureState, as: ErasureState): boolean => ERASURE_STEPS[state].includes(as);
