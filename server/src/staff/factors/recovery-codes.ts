import { createHash, randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Executor, Tx } from '../../platform/database/database.ts';
import { staffRecoveryCodes } from '../tables.ts';
import { toBase32 } from './totp.ts';

const CODE_COUNT = 10;

/** Eighty random bits need no slow hash. */
const hashRecoveryCode = (staffId: number, code: string): string =>
  createHash('sha256').update(`${staffId} ${code}`).digest('base64url');

const readable = (code: string): string => code.replace(/.{4}(?=.)/g, '$&-');

/** Replaces the former ones; stored as hashes. */
export const createRecoveryCodes = async (tx: Tx, staffId: number): Promise<string[]> => {
  const codes = Array.from({ length: CODE_COUNT }, () => toBase32(randomBytes(10)));
  await tx.delete(staffRecoveryCodes).where(eq(staffRecoveryCodes.staffId, staffId));
  await tx
    .insert(staffRecoveryCodes)
    .values(codes.map((code) => ({ staffId, codeHash: hashRecoveryCode(staffId, code) })));
  return codes.map(readable);
};

/** The second of two simultaneous uses is refused. */
export const spendRecoveryCode = async (
  db: Executor,
  staffId: number,
  code: string,
  now: Date,
): Promise<boolean> => {
  const taken = await db
    .update(staffRecoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(staffRecoveryCodes.staffId, staffId),
        eq(staffRecoveryCodes.codeHash, hashRecoveryCode(staffId, code)),
        isNull(staffRecoveryCodes.usedAt),
      ),
    )
    .returning({ id: staffRecoveryCodes.id });
  return taken.length > 0;
};
