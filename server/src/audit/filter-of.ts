/** Without the cursors, which belong to the page and not to the list. */
export const filterOf = ({
  after: _,
  before: __,
  ...filter
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => filter;
