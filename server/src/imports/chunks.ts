import { between, type SQL, sql } from 'drizzle-orm';
import { importRows } from './tables.ts';

/* An import is worked on in chunks of rows. Each is an item of a job. */

export interface Chunk {
  /** Rows of the file, both included. */
  readonly from: number;
  readonly until: number;
}

/** The key of the item that ends the job. */
export const LAST_ITEM = 'last';

export const chunkOf = (key: string): Chunk => {
  const [from = 0, until = 0] = key.split('-').map(Number);
  return { from, until };
};

export const isIn = ({ from, until }: Chunk): SQL => between(importRows.row, sql`${from}`, sql`${until}`);

/** Cuts the rows, which must be sorted, into chunks. */
export const chunkItems = (rows: readonly number[], size: number): { key: string; label: string }[] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, n) => {
    const chunk = rows.slice(n * size, (n + 1) * size);
    const [from = 0, until = from] = [chunk[0], chunk.at(-1)];
    return { key: `${from}-${until}`, label: `第 ${from} 至 ${until} 列` };
  });
