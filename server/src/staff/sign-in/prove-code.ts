import { and, eq, lt } from 'drizzle-orm';
import { countAttempt, reportWaitUnder, type Try } from '../../accounts/sign-in/sign-in-budget.ts';
import { type Database, type Executor, inTransaction, type Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { spendRecoveryCode } from '../factors/recovery-codes.ts';
import { matchingStep } from '../factors/totp.ts';
import { lockStaff } from '../queries.ts';
import { staffTotp } from '../tables.ts';
import { tellOfGuessing } from './guessing.ts';
import { attemptOfCode, type SessionOwner } from './proof-attempts.ts';
import { confirmSession } from './sessions.ts';
import { recordSignIn } from './sign-in.ts';

/** The second of two simultaneous uses is refused. */
const spendTotp = async (db: Executor, staffId: number, code: string, now: Date): Promise<boolean> => {
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

/** Counts an attempt, separately from passwords. */
export const countCode = async (
  db: Database,
  attempt: Try,
  work: (tx: Tx) => Promise<boolean>,
): Promise<void> => {
  const count = countAttempt(db, attempt, () => inTransaction(db, work));
  const right = await count.catch(reportWaitUnder('code'));
  if (right) return;
  await tellOfGuessing(db, attempt, 'code');
  throw new Refusal('second_factor_wrong');
};

const isTotp = (code: string) => /^[0-9]{6}$/.test(code);

/** Returns the fresh token. */
export const proveCode = async (
  db: Database,
  { code }: { code: string },
  { actor, address, now }: { actor: SessionOwner; address: string; now: Date },
): Promise<string> => {
  const { staffId, sessionId } = actor;
  const attempt = attemptOfCode(actor, { address, now });
  const spend = isTotp(code) ? spendTotp : spendRecoveryCode;
  let token = '';
  await countCode(db, attempt, async (tx) => {
    await lockStaff(tx, staffId);
    if (!(await spend(tx, staffId, code, now))) return false;
    token = await confirmSession(tx, sessionId, now);
    await recordSignIn(tx, actor, isTotp(code) ? 'totp' : 'recovery_code', now);
    return true;
  });
  return token;
};
