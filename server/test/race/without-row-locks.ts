import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { connect, type Database } from '../../src/platform/database.ts';

const ROW_LOCK = / for (?:no key )?update/;

/** Runs statements without their row locks, and waits where one was left out, so that others come between. */
const loosen = (client: PoolClient): void => {
  const run = client.query.bind(client) as (query: object, values?: unknown) => Promise<unknown>;
  const query = async (asked: string | { text: string }, values?: unknown) => {
    const text = typeof asked === 'string' ? asked : asked.text;
    const rest = typeof asked === 'string' ? {} : asked;
    const answer = await run({ ...rest, text: text.replace(ROW_LOCK, '') }, values);
    if (ROW_LOCK.test(text)) await sleep(30);
    return answer;
  };
  Object.defineProperty(client, 'query', { value: query });
};

/** A database whose transactions lock no row that they select: the control of a race that such a lock decides. */
export const connectWithoutRowLocks = (url: string): Database => {
  const db = connect(url, { max: 20 });
  db.$client.on('connect', loosen);
  return db;
};
