import { eq, or } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { type ErasedPart, erasedPart } from '../../platform/database/erased.ts';
import { twinChecks, twins } from '../tables.ts';

export const eraseTwins = async (tx: Tx, accountId: number): Promise<ErasedPart[]> => [
  erasedPart(
    twins,
    'deleted',
    await tx.delete(twins).where(or(eq(twins.firstId, accountId), eq(twins.secondId, accountId))),
  ),
  erasedPart(twinChecks, 'deleted', await tx.delete(twinChecks).where(eq(twinChecks.accountId, accountId))),
];
