/** Returns the single row that an insert returned. */
export const one = <T>(rows: T[]): T => {
  const [row] = rows;
  if (row === undefined || rows.length !== 1) throw new Error(`expected one row, got ${rows.length}`);
  return row;
};
