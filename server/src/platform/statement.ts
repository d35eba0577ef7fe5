import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Executor } from './database.ts';

const dialect = new PgDialect({ casing: 'snake_case' });

/**
 * A statement that is put together once and that PostgreSQL plans once per connection, for paths where planning
 * costs more than doing. Values come by `sql.placeholder`. Rows come as the driver gives them: big integers and
 * numerics as texts, times too.
 */
export const statement = <Row>(name: string, text: SQL) => {
  const query = dialect.sqlToQuery(text);
  return async (db: Executor, values: Record<string, unknown>): Promise<Row[]> => {
    const prepared = db._.session.prepareQuery<{ execute: { rows: Row[] }; all: never; values: never }>(
      query,
      undefined,
      name,
      false,
    );
    return (await prepared.execute(values)).rows;
  };
};
