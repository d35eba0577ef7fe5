import { createHash } from 'node:crypto';
import { eq, lt, sql } from 'drizzle-orm';
import { type Database, inTransaction, type TransactionOptions, type Tx } from '../database/database.ts';
import { type ErasedPart, erasedPart } from '../database/erased.ts';
import { statement } from '../database/statement.ts';
import { Refusal } from '../errors.ts';
import { idempotencyKeys } from '../tables.ts';

export interface IdempotencyKey {
  readonly field: string;
  readonly owner: string;
  readonly key: string;
  readonly route: string;
  /** The hash of parameters, query, body and file. */
  readonly inputHash: string;
}

export const keyReused = ({ field }: IdempotencyKey) => new Refusal('key_reused', { field });

/** Leaves out passwords, which could be guessed from a fast hash. */
export const hashInput = (input: unknown): string => {
  const json = JSON.stringify(input, (name, value) => (name.startsWith('password') ? undefined : value));
  return createHash('sha256')
    .update(json ?? '')
    .digest('hex');
};

interface StoredKey {
  readonly owner: string;
  readonly key: string;
  readonly route: string;
  readonly body_hash: string;
  readonly answer: unknown;
}

const nameOf = ({ owner, key }: Pick<IdempotencyKey, 'owner' | 'key'>): string => `${owner} ${key}`;

const isSameCall = (stored: StoredKey, { route, inputHash }: IdempotencyKey): boolean =>
  stored.route === route && stored.body_hash === inputHash;

const textsOf = (name: string) => sql`${sql.placeholder(name)}::text[]`;

/** Returns the names that no other transaction has locked. It begins with `select`, so that it is sent together with BEGIN. */
const tryLocks = statement<{ name: string }>(
  'lock_idempotency_keys',
  sql`select name from unnest(${textsOf('names')}) as name
    where pg_try_advisory_xact_lock(hashtextextended(name, 0))`,
);

const readKeys = statement<StoredKey>(
  'find_idempotency_keys',
  sql`select owner, key, route, body_hash, answer from ${idempotencyKeys}
    where (owner, key) in (select * from unnest(${textsOf('owners')}, ${textsOf('keys')}))`,
);

const insertKeys = statement(
  'store_idempotency_keys',
  sql`
    insert into ${idempotencyKeys} (owner, key, route, body_hash, answer, created_at)
    select owner, key, route, body_hash, answer, ${sql.placeholder('now')}::timestamptz
    from jsonb_to_recordset(${sql.placeholder('rows')}::jsonb) as stored (
      owner text, key text, route text, body_hash text, answer jsonb)`,
);

/** Locks the keys. Returns the names of those that no other transaction has locked, and the calls that were made by name. */
const lockKeys = async (tx: Tx, keys: readonly IdempotencyKey[]) => {
  const [owners, values] = [keys.map(({ owner }) => owner), keys.map(({ key }) => key)];
  const locked = await tryLocks(tx, { names: keys.map(nameOf) });
  const stored = await readKeys(tx, { owners, keys: values });
  return {
    free: new Set(locked.map(({ name }) => name)),
    stored: new Map(stored.map((row) => [nameOf(row), row])),
  };
};

interface Answered {
  readonly key: IdempotencyKey;
  readonly answer: unknown;
}

const storeAnswers = async (tx: Tx, answered: readonly Answered[], now: Date): Promise<void> => {
  if (answered.length === 0) return;
  const rows = answered.map(({ key: { owner, key, route, inputHash }, answer }) => ({
    ...{ owner, key, route, answer },
    body_hash: inputHash,
  }));
  await insertKeys(tx, { rows: JSON.stringify(rows), now });
};

/**
 * Does the work once for each key. A repeat returns the stored answer; it throws `in_flight` while the first call runs,
 * and `key_reused` for another call or input. Refusals are not stored, so they may be tried again.
 */
export const onceOnly = <T>(
  db: Database,
  key: IdempotencyKey | null,
  now: Date,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> => {
  const once = async (tx: Tx): Promise<T> => {
    if (!key) return work(tx);
    const { free, stored } = await lockKeys(tx, [key]);
    if (!free.has(nameOf(key))) throw new Refusal('in_flight');
    const known = stored.get(nameOf(key));
    if (known) {
      if (!isSameCall(known, key)) throw keyReused(key);
      return known.answer as T;
    }
    const answer = await work(tx);
    await storeAnswers(tx, [{ key, answer }], now);
    return answer;
  };
  return inTransaction(db, once, options);
};

interface KeyedCall {
  readonly idempotency: IdempotencyKey | null;
}

/**
 * Does the work of many calls in one transaction, each once for its key, as `onceOnly` does. Returns an outcome for each
 * call, in their order. The owners of the calls differ.
 */
export const eachOnceOnly = async <C extends KeyedCall, T extends object>(
  tx: Tx,
  calls: readonly C[],
  now: Date,
  work: (fresh: readonly C[]) => Promise<readonly (T | Error)[]>,
): Promise<(T | Error)[]> => {
  const keys = calls.flatMap(({ idempotency }) => idempotency ?? []);
  const none = { free: new Set<string>(), stored: new Map<string, StoredKey>() };
  const { free, stored } = keys.length > 0 ? await lockKeys(tx, keys) : none;
  const outcomes = new Map<C, T | Error>();
  for (const call of calls) {
    const { idempotency } = call;
    if (!idempotency) continue;
    const known = stored.get(nameOf(idempotency));
    if (!free.has(nameOf(idempotency))) outcomes.set(call, new Refusal('in_flight'));
    else if (known)
      outcomes.set(call, isSameCall(known, idempotency) ? (known.answer as T) : keyReused(idempotency));
  }
  const fresh = calls.filter((call) => !outcomes.has(call));
  const answers = fresh.length > 0 ? await work(fresh) : [];
  for (const [index, call] of fresh.entries()) outcomes.set(call, answers[index] ?? new Error('no outcome'));
  const answered = fresh.flatMap((call) => {
    const answer = outcomes.get(call);
    return call.idempotency && !(answer instanceof Error) ? [{ key: call.idempotency, answer }] : [];
  });
  await storeAnswers(tx, answered, now);
  return calls.map((call) => outcomes.get(call) ?? new Error('no outcome'));
};

/** 24 hours in milliseconds. */
const KEPT_MS = 24 * 3_600_000;

export const forgetOldKeys = (db: Database, now: Date) =>
  db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, new Date(now.getTime() - KEPT_MS)));

/** The kept answers hold data of the caller. */
export const eraseAnswers = async (tx: Tx, owner: string): Promise<ErasedPart> =>
  erasedPart(
    idempotencyKeys,
    'deleted',
    await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.owner, owner)),
  );
