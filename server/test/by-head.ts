import { expect } from 'vitest';

/** A row of the file as its reader sees it: each cell by the head above it. */
export const byHead = (heads: readonly string[], cells: readonly unknown[]) => {
  expect(cells.length).toBe(heads.length);
  return Object.fromEntries(heads.map((head, column) => [head, cells[column]]));
};
