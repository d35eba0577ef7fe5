import { createHash } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import { type Database, inTransaction, type TransactionOptions, type Tx } from '../database/database.ts';
import { type ErasedPart, erasedPart } from '../database/erased.ts';
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

type StoredKey = typeof idempotencyKeys.$inferSelect;

const nameOf = ({ owner, key }: Pick<IdempotencyKey, 'owner' | 'key'>): string => `${owner} ${key}`;

const isSameCall = (stored: StoredKey, { route, inputHash }: IdempotencyKey): boolean =>
  stored.route === route && stored.inputHash === inputHash;

const rowOf = ({ field: _, ...kept }: IdempotencyKey, answer: unknown, now: Date) => ({
  ...kept,
  answer,
  createdAt: now,
});

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
    const lock = await tx.execute<{ free: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${nameOf(key)}, 0)) as free`,
    );
    if (!lock.rows[0]?.free) throw new Refusal('in_flight');
    const [stored] = await tx
      .select()
      .from(idempotencyKeys)
      .where(and(eq(idempotencyKeys.owner, key.owner), eq(idempotencyKeys.key, key.key)));
    if (stored) {
      if (!isSameCall(stored, key)) throw keyReused(key);
      return stored.answer as T;
    }
    const answer = await work(tx);
    await tx.insert(idempotencyKeys).values(rowOf(key, answer, now));
    return answer;
  };
  return inTransaction(db, once, options);
};

interface KeyedCall {
  readonly idempotency: IdempotencyKey | null;
}

/** Locks the keys, and returns those that no other transaction has locked. */
const lockKeys = async (tx: Tx, keys: readonly IdempotencyKey[]): Promise<Set<string>> => {
  const names = keys.map(nameOf);
  const locked = await tx.execute<{ name: string }>(sql`
    select name from unnest(${sql.param(names)}::text[]) as name
    where pg_try_advisory_xact_lock(hashtextextended(name, 0))`);
  return new Set(locked.rows.map(({ name }) => name));
};

const findStored = async (tx: Tx, keys: readonly IdempotencyKey[]) => {
  const [owners, values] = [keys.map(({ owner }) => owner), keys.map(({ key }) => key)];
  const rows = await tx
    .select()
    .from(idempotencyKeys)
    .where(
      sql`(${idempotencyKeys.owner}, ${idempotencyKeys.key}) in (
        select * from unnest(${sql.param(owners)}::text[], ${sql.param(values)}::text[]))`,
    );
  return new Map(rows.map((row) => [nameOf(row), row]));
};

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
  const free = keys.length > 0 ? await lockKeys(tx, keys) : new Set();
  const stored = keys.length > 0 ? await findStored(tx, keys) : new Map<string, StoredKey>();
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
  const rows = fresh.flatMap((call) => {
    const answer = outcomes.get(call);
    return call.idempotency && !(answer instanceof Error) ? [rowOf(call.idempotency, answer, now)] : [];
  });
  if (rows.length > 0) await tx.insert(idempotencyKeys).values(rows);
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
