import { administer } from '../database.ts';

/** Number of deadlocks that PostgreSQL broke in this database. A backend reports them when it ends, not at once. */
export const deadlocksIn = (url: string): Promise<number> =>
  administer(url, async (client) => {
    const { rows } = await client.query<{ deadlocks: number }>(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    );
    return rows[0]?.deadlocks ?? 0;
  });
