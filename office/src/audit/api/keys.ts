/** Invalidate it after a change. */
export const historyKey = ['history'] as const;
