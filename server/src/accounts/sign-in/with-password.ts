import type { RefusalCode } from '@portal/contract/errors';
import type { LoginForm } from '@portal/contract/login-form';
import { eq } from 'drizzle-orm';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { hashPassword, needsRehash } from '../passwords/passwords.ts';
import { maskIdentity } from '../people/mask.ts';
import { type Credentials, findAccountByIdentifier, lockUnchanged } from '../queries.ts';
import { accounts } from '../tables.ts';
import { checkPassword } from './sign-in-budget.ts';

/** A guest, or proved by a password or a mailed link. */
export interface GuestCircumstances {
  readonly address: string;
  readonly userAgent?: string;
  readonly now: Date;
}

export interface LoginCircumstances extends GuestCircumstances {
  /** The default password works for so many days after the import. */
  readonly defaultPasswordDays: number;
}

const DAY = 24 * 3_600_000;

/** Call only after verifying the password. */
const refuseClosed = (
  { suspended, survivorNumber, defaultPasswordSince }: Credentials,
  { defaultPasswordDays, now }: LoginCircumstances,
): void => {
  if (survivorNumber !== null)
    throw new Refusal('account_merged', { values: { number: maskIdentity(survivorNumber) } });
  if (suspended) throw new Refusal('account_suspended');
  if (!defaultPasswordSince) return;
  const age = now.getTime() - defaultPasswordSince.getTime();
  if (age > defaultPasswordDays * DAY) throw new Refusal('default_password_expired');
};

/** Two attempts, because another login may rehash the password once between the check and the work. */
const TRIES = 2;

const renewedHash = async (stored: string, password: string): Promise<string | null> => {
  if (!needsRehash(stored)) return null;
  try {
    return await hashPassword(password);
  } catch {
    // The queue is full; the next login tries again.
    return null;
  }
};

/** Refuses wrong accounts, passwords and countries alike, after the same time. The password cannot change during `work`. */
export const withPassword = async <T>(
  db: Database,
  { form, wrong, context }: { form: LoginForm; wrong: RefusalCode; context: LoginCircumstances },
  work: (tx: Tx, accountId: number, found: Credentials) => Promise<T>,
): Promise<T> => {
  const { account, password, country } = form;
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const found = await findAccountByIdentifier(db, { account, country });
    const right = await checkPassword(db, { account, ...context }, found?.passwordHash ?? null, password);
    if (!found || !right) break;
    refuseClosed(found, context);
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
