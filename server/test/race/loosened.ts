import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { connect, type Database } from '../../src/platform/database/database.ts';

/** Returns the statement without its guard, or unchanged if it has none. */
export type Loosen = (text: string) => string;

type Done = (error: unknown, answer?: unknown) => void;

const loosenClient = (client: PoolClient, loosen: Loosen): void => {
  const run = client.query.bind(client) as (query: object, values?: unknown) => Promise<unknown>;
  const runLoosened = async (asked: string | { text: string }, values: unknown) => {
    const text = typeof asked === 'string' ? asked : asked.text;
    const rest = typeof asked === 'string' ? {} : asked;
    const loosened = loosen(text);
    const answer = await run({ ...rest, text: loosened }, values);
    if (loosened !== text) await sleep(30);
    return answer;
  };
  // The pool itself sends queries with a callback.
  const query = (asked: string | { text: string }, values?: unknown, done?: Done) => {
    const answer = runLoosened(asked, values);
    return done ? void answer.then((found) => done(undefined, found), done) : answer;
  };
  Object.defineProperty(client, 'query', { value: query });
};

/** A connection for the control of a race: statements have no guards, and after each it waits, so that others interfere. */
export const connectLoosened = (url: string, loosen: Loosen): Database => {
  const db = connect(url, { max: 20 });
  db.$client.on('connect', (client) => loosenClient(client, loosen));
  return db;
};

export const withoutRowLocks: Loosen = (text) => text.replace(/ for (?:no key )?update/, '');

/** Decides by a read before the write, instead of by the write's condition, whether a write of that table succeeds. */
export const lookingBeforeWriting =
  (table: string): Loosen =>
  (text) =>
    text.replace(
      new RegExp(`^((?:update|delete from) "${table}" .*?where (.*)) returning (.*)$`),
      `with written as ($1) select $3 from "${table}", pg_sleep(0.05) where $2`,
    );
