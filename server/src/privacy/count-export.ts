import { and, desc, eq, gt } from 'drizzle-orm';
import { lockAccount } from '../accounts/queries.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import { dataExports } from './tables.ts';

export const EXPORT_SPAN = 24 * 3_600_000;
/** Few, because a copy needs a dozen queries and is worth stealing a token for. */
const EXPORTS_A_DAY = 5;

/** Throws after five copies within 24 hours. */
export const countExport = async (tx: Tx, accountId: number, now: Date): Promise<void> => {
  await lockAccount(tx, accountId);
  const [first] = await tx
    .select({ at: dataExports.at })
    .from(dataExports)
    .where(
      and(eq(dataExports.accountId, accountId), gt(dataExports.at, new Date(now.getTime() - EXPORT_SPAN))),
    )
    .orderBy(desc(dataExports.at))
    .offset(EXPORTS_A_DAY - 1)
    .limit(1);
  if (first) {
    const retryAfter = Math.ceil((first.at.getTime() + EXPORT_SPAN - now.getTime()) / 1000);
    throw new Refusal('too_many_requests', { retryAfter });
  }
  await tx.insert(dataExports).values({ accountId, at: now });
};
