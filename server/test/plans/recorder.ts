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

/** Records every statement that `work` sends through `pg`. */
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
