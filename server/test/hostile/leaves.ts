export const recordOf = (value: unknown) => value as Record<string, unknown>;

/** A value within JSON that holds no other. */
export type Leaf = readonly [path: readonly string[], value: unknown];

export const leavesOf = (value: unknown, path: readonly string[] = []): Leaf[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, each]) => leavesOf(each, [...path, name]))
    : [[path, value]];

export const replaceAt = (value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown => {
  if (name === undefined) return by;
  if (Array.isArray(value))
    return value.map((each, at) => (String(at) === name ? replaceAt(each, rest, by) : each));
  return { ...recordOf(value), [name]: replaceAt(recordOf(value)[name], rest, by) };
};
