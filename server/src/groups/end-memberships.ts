import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { type ErasedPart, erasedPart } from '../platform/database/erased.ts';
import { memberships } from './tables.ts';

/** The rows stay, because registrations refer to them. */
export const endMemberships = async (tx: Tx, accountId: number, now: Date): Promise<ErasedPart> =>
  erasedPart(
    memberships,
    'emptied',
    await tx
      .update(memberships)
      .set({ role: 'member', leftAt: sql`greatest(${memberships.joinedAt}, ${now})` })
      .where(and(eq(memberships.accountId, accountId), isNull(memberships.leftAt))),
  );
