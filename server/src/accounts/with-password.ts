import type { LoginForm } from '@portal/contract/accounts';
import type { RefusalCode } from '@portal/contract/errors';
import { eq } from 'drizzle-orm';
import { type Database, inTransaction, type Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { hashPassword, needsRehash } from './passwords.ts';
import { findAccountByIdentifier, lockUnchanged } from './queries.ts';
import { checkPassword } from './sign-in-budget.ts';
import { accounts } from './tables.ts';

/** From where and when. */
export interface Circumstances {
  readonly address: string;
  readonly userAgent?: string;
  readonly now: Date;
}

/** How often somebody may change the password, or a login hash it anew, between the check and the work. */
const TRIES = 3;

/** A new hash of the password that was right, where the stored one was made at another cost. */
const renewedHash = async (stored: string, password: string): Promise<string | null> => {
  if (!needsRehash(stored)) return null;
  try {
    return await hashPassword(password);
  } catch {
    // Too many wait: the next time tries again.
    return null;
  }
};

/**
 * Does for an account what its owner wants who gives its password, in one transaction in which the password stays what
 * was checked. A wrong account, password or country is one refusal, `wrong`, and costs the same time; that an account is
 * suspended learns only who knows its password.
 */
export const withPassword = async <T>(
  db: Database,
  { form, wrong, circumstances }: { form: LoginForm; wrong: RefusalCode; circumstances: Circumstances },
  work: (tx: Tx, accountId: number) => Promise<T>,
): Promise<T> => {
  const { account, password, country } = form;
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const found = await findAccountByIdentifier(db, { account, country });
    const right = await checkPassword(
      db,
      { account, ...circumstances },
      found?.passwordHash ?? null,
      password,
    );
    if (!found || !right) break;
    if (found.suspended) throw new Refusal('account_suspended');
    const passwordHash = await renewedHash(found.passwordHash, password);
    const done = await inTransaction(db, async (tx) => {
      if (!(await lockUnchanged(tx, found))) return null;
      if (passwordHash)
        await tx.update(accounts).set({ passwordHash }).where(eq(accounts.id, found.accountId));
      return { result: await work(tx, found.accountId) };
    });
    if (done) return done.result;
  }
  throw new Refusal(wrong);
};
