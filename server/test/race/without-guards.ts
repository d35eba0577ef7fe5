import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { Database } from '../../src/platform/database/database.ts';
import { connectPatiently } from '../database.ts';

/** Returns the statement without its guard, or unchanged if it has none. */
export type RemoveGuard = (text: string) => string;

type Done = (error: unknown, answer?: unknown) => void;

const removeGuardsOf = (client: PoolClient, removeGuard: RemoveGuard): void => {
  const run = client.query.bind(client) as (query: object, values?: unknown) => Promise<unknown>;
  const runWithoutGuard = async (asked: string | { text: string }, values: unknown) => {
    const text = typeof asked === 'string' ? asked : asked.text;
    const rest = typeof asked === 'string' ? {} : asked;
    const withoutGuard = removeGuard(text);
    const answer = await run({ ...rest, text: withoutGuard }, values);
    if (withoutGuard !== text) await sleep(30);
    return answer;
  };
  // The pool itself sends queries with a callback.
  const query = (asked: string | { text: string }, values?: unknown, done?: Done) => {
    const answer = runWithoutGuard(asked, values);
    return done ? void answer.then((found) => done(undefined, found), done) : answer;
  };
  Object.defineProperty(client, 'query', { value: query });
};

/** A connection for the control of a race: statements have no guards, and after each it waits, so that others interfere. */
export const connectWithoutGuards = (url: string, removeGuard: RemoveGuard): Database => {
  const db = connectPatiently(url, { max: 20 });
  db.$client.on('connect', (client) => removeGuardsOf(client, removeGuard));
  return db;
};

export const withoutRowLocks: RemoveGuard = (text) => text.replace(/ for (?:no key )?update/, '');

/** Decides by a read before the write, instead of by the write's condition, whether a write of that table succeeds. */
export const lookingBeforeWriting =
  (table: string): RemoveGuard =>
  (text) =>
    text.replace(
      new RegExp(`^((?:update|delete from) "${table}" .*?where (.*)) returning (.*)$`),
      `with written as ($1) select $3 from "${table}", pg_sleep(0.05) where $2`,
    );
