import { and, eq, isNull } from 'drizzle-orm';
import type { Executor, Tx } from '../platform/database.ts';
import { staffAccounts } from './tables.ts';

/** The account that signs in by this address; null where there is none, or its invitation was not accepted. */
export const findByEmail = async (db: Executor, email: string) => {
  const [found] = await db.select().from(staffAccounts).where(eq(staffAccounts.email, email));
  return found ?? null;
};

/** Whoever suspends the account or changes its password comes before, and is seen here, or after this transaction. */
export const lockUnchanged = async (tx: Tx, staffId: number, passwordHash: string): Promise<boolean> => {
  const found = await tx
    .select({ id: staffAccounts.id })
    .from(staffAccounts)
    .where(
      and(
        eq(staffAccounts.id, staffId),
        eq(staffAccounts.passwordHash, passwordHash),
        isNull(staffAccounts.suspendedAt),
      ),
    )
    .for('no key update');
  return found.length > 0;
};
