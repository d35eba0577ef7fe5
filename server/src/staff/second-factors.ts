import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Executor } from '../platform/database.ts';
import { staffPasskeys, staffTotp } from './tables.ts';

/** Has the account a second factor of any kind? */
export const hasSecondFactor = async (db: Executor, staffId: number): Promise<boolean> => {
  const { rows } = await db.execute(sql`
    select 1 from ${staffTotp} where ${and(eq(staffTotp.staffId, staffId), isNotNull(staffTotp.secret))}
    union all select 1 from ${staffPasskeys} where ${eq(staffPasskeys.staffId, staffId)} limit 1`);
  return rows.length > 0;
};
