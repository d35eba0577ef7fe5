import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { staffAccounts, staffRoles } from './tables.ts';

/** Each transaction must see the one before. */
export const lockAdministrators = (tx: Tx) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('staff administrators'))`);

/** Call it after the change, under `lockAdministrators`. */
export const refuseWithoutAdministrator = async (tx: Tx): Promise<void> => {
  const [found] = await tx
    .select({ id: staffAccounts.id })
    .from(staffRoles)
    .innerJoin(staffAccounts, eq(staffAccounts.id, staffRoles.staffId))
    .where(
      and(
        eq(staffRoles.role, 'admin'),
        isNotNull(staffAccounts.passwordHash),
        isNull(staffAccounts.suspendedAt),
      ),
    )
    .limit(1);
  if (!found) throw new Refusal('last_administrator');
};
