import { and, eq, isNotNull } from 'drizzle-orm';
import type { Executor, Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import { staffPasskeys, staffRecoveryCodes, staffTotp } from './tables.ts';

/** Number of an account's second factors of all kinds. */
const countFactors = async (db: Executor, staffId: number): Promise<number> => {
  const [totp, passkeys] = [
    await db.$count(staffTotp, and(eq(staffTotp.staffId, staffId), isNotNull(staffTotp.secret))),
    await db.$count(staffPasskeys, eq(staffPasskeys.staffId, staffId)),
  ];
  return totp + passkeys;
};

export const hasSecondFactor = async (db: Executor, staffId: number): Promise<boolean> =>
  (await countFactors(db, staffId)) > 0;

/** After one was taken away in this transaction: where one is required, another must be left. Lock the account first. */
export const refuseWithoutFactor = async (
  tx: Tx,
  staffId: number,
  factorRequired: boolean,
): Promise<void> => {
  if (factorRequired && !(await hasSecondFactor(tx, staffId))) throw new Refusal('second_factor_last');
};

/** Recovery codes for somebody who has none, with the first second factor; null where there are some. */
export const createFirstRecoveryCodes = async (tx: Tx, staffId: number): Promise<string[] | null> => {
  const kept = await tx.$count(staffRecoveryCodes, eq(staffRecoveryCodes.staffId, staffId));
  return kept > 0 ? null : createRecoveryCodes(tx, staffId);
};

/** Takes every second factor away, and the codes that stand in for them. */
export const removeSecondFactors = async (tx: Tx, staffId: number): Promise<void> => {
  for (const table of [staffTotp, staffPasskeys, staffRecoveryCodes]) {
    await tx.delete(table).where(eq(table.staffId, staffId));
  }
};
