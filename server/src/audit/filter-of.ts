export const filterOf = ({
  after: _,
  before: __,
  ...query
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
