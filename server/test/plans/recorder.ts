import pg from 'pg';

/** One statement as it went to PostgreSQL. */
export interface Recorded {
  readonly text: string;
  readonly name?: string;
  readonly values: unknown[];
}

interface QueryLike {
  text?: string;
  name?: string;
  values?: unknown[];
}

/**
 * Writes down every statement that `work` sends, by whatever way it reaches `pg`. What a call costs is then compared
 * with these very statements sent by bare `pg`.
 */
export const record = async (work: () => Promise<unknown>): Promise<Recorded[]> => {
  const recorded: Recorded[] = [];
  const original = pg.Client.prototype.query;
  const spy = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args;
    const config: QueryLike = typeof first === 'string' ? { text: first } : ((first ?? {}) as QueryLike);
    const values = Array.isArray(second) ? second : config.values;
    if (config.text)
      recorded.push({
        text: config.text,
        ...(config.name ? { name: config.name } : {}),
        values: values ?? [],
      });
    return Reflect.apply(original, this, args);
  };
  pg.Client.prototype.query = spy as typeof original;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = original;
  }
  return recorded;
};

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
