export const moved = <T>(list: readonly T[], from: number, to: number): T[] => {
  const order = [...list];
  const [entry] = order.splice(from, 1);
  if (entry !== undefined) order.splice(to, 0, entry);
  return order;
};
