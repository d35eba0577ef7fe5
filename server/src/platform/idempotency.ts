import { createHash } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import { type Database, inTransaction, type Tx } from './database.ts';
import { Refusal } from './errors.ts';
import { idempotencyKeys } from './tables.ts';

/** The `Idempotency-Key` of a call with its owner, route and body. */
export interface IdempotencyKey {
  /** The field that reports reuse of the key with another body. */
  readonly field: string;
  readonly owner: string;
  readonly key: string;
  readonly route: string;
  readonly bodyHash: string;
}

/** The key was already used for another call. */
export const keyReused = ({ field }: IdempotencyKey) => new Refusal('key_reused', { field });

/** A fingerprint of the body. Leaves out passwords: they could be guessed from a fast hash. */
export const hashBody = (body: unknown): string => {
  const json = JSON.stringify(body, (name, value) => (name.startsWith('password') ? undefined : value));
  return createHash('sha256')
    .update(json ?? '')
    .digest('hex');
};

/**
 * Runs `work` in a transaction, once per key. Stores the result in the same transaction; a repeat returns it. A repeat
 * while the first runs throws `in_flight`, another body throws `key_reused`. Refusals roll back and are not stored.
 * Without a key, just runs the transaction.
 */
export const onceOnly = <T>(
  db: Database,
  key: IdempotencyKey | null,
  now: Date,
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  inTransaction(db, async (tx) => {
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
      if (stored.route !== key.route || stored.bodyHash !== key.bodyHash) throw keyReused(key);
      return stored.answer as T;
    }
    const answer = await work(tx);
    const { field: _, ...kept } = key;
    await tx.insert(idempotencyKeys).values({ ...kept, answer, createdAt: now });
    return answer;
  });

const KEPT = 24 * 3_600_000;

/** Deletes keys after 24 hours; a later repeat runs again. */
export const forgetOldKeys = (db: Database, now: Date) =>
  db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, new Date(now.getTime() - KEPT)));
