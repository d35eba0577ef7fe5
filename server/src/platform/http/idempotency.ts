import { createHash } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import { type Database, inTransaction, type TransactionOptions, type Tx } from '../database/database.ts';
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
      sql`select pg_try_advisory_xact_lock(hashtextextended(${`${key.owner} ${key.key}`}, 0)) as free`,
    );
    if (!lock.rows[0]?.free) throw new Refusal('in_flight');
    const [stored] = await tx
      .select()
      .from(idempotencyKeys)
      .where(and(eq(idempotencyKeys.owner, key.owner), eq(idempotencyKeys.key, key.key)));
    if (stored) {
      if (stored.route !== key.route || stored.inputHash !== key.inputHash) throw keyReused(key);
      return stored.answer as T;
    }
    const answer = await work(tx);
    const { field: _, ...kept } = key;
    await tx.insert(idempotencyKeys).values({ ...kept, answer, createdAt: now });
    return answer;
  };
  return inTransaction(db, once, options);
};

/** 24 hours in milliseconds. */
const KEPT_MS = 24 * 3_600_000;

export const forgetOldKeys = (db: Database, now: Date) =>
  db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, new Date(now.getTime() - KEPT_MS)));
