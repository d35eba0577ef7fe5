export const ERASURE_STATES = ['requested', 'withdrawn', 'declined', 'erased'] as const;
export type ErasureState = (typeof ERASURE_STATES)[number];

/** Transitions of a request for erasure: the person withdraws it, staff decide it. */
export const ERASURE_STEPS: Readonly<Record<ErasureState, readonly ErasureState[]>> = {
  requested: ['withdrawn', 'declined', 'erased'],
  withdrawn: [],
  declined: [],
  erased: [],
};
