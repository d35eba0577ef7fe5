/** Null if nothing differs. */
export const changedFields = <T extends object>(
  before: T,
  after: T,
): { before: Partial<T>; after: Partial<T> } | null => {
  const names = (Object.keys(after) as (keyof T & string)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  if (names.length === 0) return null;
  const only = (values: T) => Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<T>;
  return { before: only(before), after: only(after) };
};
