/** Up (-1) or down (1). */
export const moved = <T>(list: readonly T[], from: number, by: -1 | 1): T[] => {
  const order = [...list];
  const [entry] = order.splice(from, 1);
  if (entry !== undefined) order.splice(from + by, 0, entry);
  return order;
};
