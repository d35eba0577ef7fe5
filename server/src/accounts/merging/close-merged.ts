import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import type { PersonMove } from '../../platform/database/person-move.ts';
import { endResetLinks } from '../passwords/reset-links.ts';
import { endSessions } from '../sign-in/sessions.ts';
import { accounts, contactUndos, passwordCodes } from '../tables.ts';

/** Sessions, links and codes. */
const endWaysIn = async (tx: Tx, accountId: number, now: Date): Promise<void> => {
  await endSessions(tx, accountId);
  await endResetLinks(tx, accountId, now);
  await tx
    .update(contactUndos)
    .set({ endedAt: now })
    .where(and(eq(contactUndos.accountId, accountId), isNull(contactUndos.endedAt)));
  await tx
    .update(passwordCodes)
    .set({ endedAt: now })
    .where(and(eq(passwordCodes.accountId, accountId), isNull(passwordCodes.endedAt)));
};

/** The account keeps its number, so that nobody joins with it again, and leads to the other one. Returns since when it was suspended. */
export const closeMerged = async (tx: Tx, { from, to }: PersonMove, now: Date): Promise<Date | null> => {
  const [account] = await tx
    .select({ suspendedAt: accounts.suspendedAt })
    .from(accounts)
    .where(eq(accounts.id, from));
  const suspendedAt = account?.suspendedAt ?? null;
  await tx
    .update(accounts)
    .set({ mergedIntoId: to, suspendedAt: suspendedAt ?? now, updatedAt: now })
    .where(eq(accounts.id, from));
  await endWaysIn(tx, from, now);
  return suspendedAt;
};

/** Its sessions and links stay ended. */
export const reopenMerged = async (
  tx: Tx,
  { accountId, suspendedAt }: { readonly accountId: number; readonly suspendedAt: Date | null },
  now: Date,
): Promise<void> => {
  await tx
    .update(accounts)
    .set({ mergedIntoId: null, suspendedAt, updatedAt: now })
    .where(eq(accounts.id, accountId));
};
