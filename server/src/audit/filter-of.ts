/** The filters and sort of a list, for its export event. */
export const filterOf = ({
  after: _,
  before: __,
  ...query
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
