import type { RefusalCode } from '@portal/contract/errors';
import type { LoginForm } from '@portal/contract/login-form';
import { eq } from 'drizzle-orm';
import { type Database, inTransaction, type Tx } from '../../platform/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { hashPassword, needsRehash } from '../passwords/passwords.ts';
import { type Credentials, findAccountByIdentifier, lockUnchanged } from '../queries.ts';
import { accounts } from '../tables.ts';
import { checkPassword } from './sign-in-budget.ts';

/** A call without an actor: a guest’s, or one that a password or a mailed link proves. */
export interface GuestCircumstances {
  readonly address: string;
  readonly userAgent?: string;
  readonly now: Date;
}

/** For calls that accept a default password. */
export interface LoginCircumstances extends GuestCircumstances {
  /** Days after the import in which the old system's default password is valid. */
  readonly defaultPasswordDays: number;
}

const DAY = 24 * 3_600_000;

/** Throws why the account is closed. Call only after verifying the password. */
const refuseClosed = (
  { suspended, defaultPasswordSince }: Credentials,
  { defaultPasswordDays, now }: LoginCircumstances,
): void => {
  if (suspended) throw new Refusal('account_suspended');
  if (!defaultPasswordSince) return;
  const age = now.getTime() - defaultPasswordSince.getTime();
  if (age > defaultPasswordDays * DAY) throw new Refusal('default_password_expired');
};

/** Attempts: another login may rehash the password, once, between the check and the work. */
const TRIES = 2;

/** A new hash if the stored one uses outdated parameters. */
const renewedHash = async (stored: string, password: string): Promise<string | null> => {
  if (!needsRehash(stored)) return null;
  try {
    return await hashPassword(password);
  } catch {
    // The queue is full; the next login tries again.
    return null;
  }
};

/**
 * Verifies the password and runs `work` in a transaction that keeps it unchanged. A wrong account, password or country
 * gives the same refusal, `wrong`, in the same time. Suspension or an expired default password is reported only after
 * a correct password.
 */
export const withPassword = async <T>(
  db: Database,
  { form, wrong, circumstances }: { form: LoginForm; wrong: RefusalCode; circumstances: LoginCircumstances },
  work: (tx: Tx, accountId: number, found: Credentials) => Promise<T>,
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
    refuseClosed(found, circumstances);
    const passwordHash = await renewedHash(found.passwordHash, password);
    const done = await inTransaction(db, async (tx) => {
      if (!(await lockUnchanged(tx, found))) return null;
      if (passwordHash)
        await tx.update(accounts).set({ passwordHash }).where(eq(accounts.id, found.accountId));
      return { result: await work(tx, found.accountId, found) };
    });
    if (done) return done.result;
  }
  throw new Refusal(wrong);
};
