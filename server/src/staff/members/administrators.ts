import { and, asc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { staffAccounts, staffRoles } from '../tables.ts';

/** Each transaction must see the one before. */
export const lockAdministrators = (tx: Tx) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('staff administrators'))`);

const administrators = (tx: Tx, more?: SQL) =>
  tx
    .selectDistinct({ id: staffAccounts.id, email: staffAccounts.email, name: staffAccounts.name })
    .from(staffRoles)
    .innerJoin(staffAccounts, eq(staffAccounts.id, staffRoles.staffId))
    .where(
      and(
        eq(staffRoles.role, 'admin'),
        isNotNull(staffAccounts.passwordHash),
        isNull(staffAccounts.suspendedAt),
        more,
      ),
    )
    .$dynamic();

/** Finds the administrators who can sign in. */
export const findAdministrators = (tx: Tx) => administrators(tx).orderBy(asc(staffAccounts.id));

export const isAdministrator = async (tx: Tx, staffId: number): Promise<boolean> =>
  (await administrators(tx, eq(staffAccounts.id, staffId))).length > 0;

/** Call it after the change, under `lockAdministrators`. */
export const refuseWithoutAdministrator = async (tx: Tx): Promise<void> => {
  if ((await administrators(tx).limit(1)).length === 0) throw new Refusal('last_administrator');
};
