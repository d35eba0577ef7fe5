/** The one row that an insert gave back. */
export const one = <T>(rows: T[]): T => {
  const [row] = rows;
  if (row === undefined || rows.length !== 1) throw new Error(`expected one row, got ${rows.length}`);
  return row;
};
