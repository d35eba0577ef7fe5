import { createHash } from 'node:crypto';
import { and, eq, isNull, lt } from 'drizzle-orm';
import { countAttempt, tellUnder } from '../accounts/sign-in-budget.ts';
import { type Database, type Executor, inTransaction } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { confirmSession } from './sessions.ts';
import { recordSignIn } from './sign-in.ts';
import { staffRecoveryCodes, staffTotp } from './tables.ts';
import { matchingStep } from './totp.ts';

interface Caller {
  readonly staffId: number;
  readonly sessionId: number;
}

/** Eighty random bits need no slow hash. */
export const hashRecoveryCode = (staffId: number, code: string): string =>
  createHash('sha256').update(`${staffId} ${code}`).digest('base64url');

/** Takes a code of the authenticator app, which is then spent: of two who bring it at once one is refused. */
export const spendTotp = async (db: Executor, staffId: number, code: string, now: Date): Promise<boolean> => {
  const [found] = await db
    .select({ secret: staffTotp.secret })
    .from(staffTotp)
    .where(eq(staffTotp.staffId, staffId));
  const step = found?.secret ? matchingStep(found.secret, code, now) : null;
  if (step === null) return false;
  const taken = await db
    .update(staffTotp)
    .set({ lastStep: step })
    .where(and(eq(staffTotp.staffId, staffId), lt(staffTotp.lastStep, step)))
    .returning({ staffId: staffTotp.staffId });
  return taken.length > 0;
};

/** Takes a recovery code, which is then spent. */
const spendRecoveryCode = async (
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

const isTotp = (code: string) => /^[0-9]{6}$/.test(code);

/** Confirms the caller's session by a code; its fresh token comes back. Wrong codes spend a budget of their own. */
export const proveCode = async (
  db: Database,
  { code }: { code: string },
  { actor, address, now }: { actor: Caller; address: string; now: Date },
): Promise<string> => {
  const { staffId, sessionId } = actor;
  const [spend, by] = isTotp(code)
    ? ([spendTotp, 'totp'] as const)
    : ([spendRecoveryCode, 'recovery_code'] as const);
  let token = '';
  const confirm = () =>
    inTransaction(db, async (tx) => {
      if (!(await spend(tx, staffId, code, now))) return false;
      token = await confirmSession(tx, sessionId, now);
      await recordSignIn(tx, staffId, by, now);
      return true;
    });
  const attempt = { account: `code ${staffId}`, address, now, audience: 'staff' } as const;
  const right = await countAttempt(db, attempt, confirm).catch(tellUnder('code'));
  if (!right) throw new Refusal('second_factor_wrong');
  return token;
};
