import { sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { introTypes } from './tables.ts';

/** Positions follow the highest one, and an order names all entries. Readers go on. */
export const lockIntroductions = (tx: Tx) =>
  tx.execute(sql`lock table ${introTypes} in share row exclusive mode`);
