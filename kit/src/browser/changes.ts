export const textsOf = (values: object): [string, string][] =>
  Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string');

export const changesOf = (values: object, begun: object): Record<string, string> => {
  const before = new Map<string, unknown>(Object.entries(begun));
  return Object.fromEntries(textsOf(values).filter(([name, text]) => text !== before.get(name)));
};

export const isChanged = (values: object, begun: object): boolean =>
  Object.keys(changesOf(values, begun)).length > 0;
