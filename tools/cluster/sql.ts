import pg from 'pg';

/** The caller ends it. */
export const openAsSuperuser = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 60_000,
  });
  // A server that dies takes its connections with it.
  client.on('error', () => {});
  await client.connect();
  return client;
};

export const ask = async <Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => {
  const client = await openAsSuperuser(url);
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end().catch(() => {});
  }
};
