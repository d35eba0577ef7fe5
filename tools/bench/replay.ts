import type pg from 'pg';
import type { Recorded } from '../../server/test/plans/recorder.ts';

/* A call is compared with its own statements, replayed by bare `pg`. */

const isControl = ({ text }: Recorded) => /^\s*(begin|commit|rollback|set |savepoint)/i.test(text);

/** Sends what was recorded once more: a transaction on one connection, single statements through the pool. */
export const replay = async (pool: pg.Pool, statements: readonly Recorded[]): Promise<void> => {
  let client: pg.PoolClient | null = null;
  for (const statement of statements) {
    if (!client && isControl(statement)) client = await pool.connect();
    await (client ?? pool).query({ ...statement });
    if (client && /^\s*(commit|rollback)\s*$/i.test(statement.text)) {
      client.release();
      client = null;
    }
  }
  client?.release();
};
