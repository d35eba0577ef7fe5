import { and, eq, isNotNull } from 'drizzle-orm';
import type { Executor, Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { staffPasskeys, staffRecoveryCodes, staffTotp } from '../tables.ts';
import { createRecoveryCodes } from './recovery-codes.ts';

const countFactors = async (db: Executor, staffId: number): Promise<number> => {
  const [totp, passkeys] = [
    await db.$count(staffTotp, and(eq(staffTotp.staffId, staffId), isNotNull(staffTotp.secret))),
    await db.$count(staffPasskeys, eq(staffPasskeys.staffId, staffId)),
  ];
  return totp + passkeys;
};

export const hasSecondFactor = async (db: Executor, staffId: number): Promise<boolean> =>
  (await countFactors(db, staffId)) > 0;

/** Call it after removing one. Lock the account first. */
export const refuseWithoutFactor = async (
  tx: Tx,
  staffId: number,
  factorRequired: boolean,
): Promise<void> => {
  if (factorRequired && !(await hasSecondFactor(tx, staffId))) throw new Refusal('second_factor_last');
};

/** Null if some exist. */
export const createFirstRecoveryCodes = async (tx: Tx, staffId: number): Promise<string[] | null> => {
  const kept = await tx.$count(staffRecoveryCodes, eq(staffRecoveryCodes.staffId, staffId));
  return kept > 0 ? null : createRecoveryCodes(tx, staffId);
};

export const removeSecondFactors = async (tx: Tx, staffId: number): Promise<void> => {
  for (const table of [staffTotp, staffPasskeys, staffRecoveryCodes]) {
    await tx.delete(table).where(eq(table.staffId, staffId));
  }
};
