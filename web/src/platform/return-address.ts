/** Null unless it is a path of this site. */
export const storedReturnAddress = (state: unknown): string | null => {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : null;
};
