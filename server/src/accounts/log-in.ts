import type { LoginForm } from '@portal/contract/accounts';
import { eq } from 'drizzle-orm';
import { type Database, inTransaction } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { rememberAddress } from './known-addresses.ts';
import { hashPassword, needsRehash } from './passwords.ts';
import { type Credentials, findAccountByIdentifier, lockUnchanged } from './queries.ts';
import { startSession } from './sessions.ts';
import { checkPassword } from './sign-in-budget.ts';
import { accounts } from './tables.ts';

/** From where and when. */
interface Circumstances {
  readonly address: string;
  readonly now: Date;
}

export interface Entrance {
  readonly accountId: number;
  readonly token: string;
}

/** How often somebody may change the password between the check and the session. */
const TRIES = 3;

/** A new hash of the password that was right, where the stored one was made at another cost. */
const renewedHash = async (found: Credentials, password: string): Promise<string | null> => {
  if (!needsRehash(found.passwordHash)) return null;
  try {
    return await hashPassword(password);
  } catch {
    // Too many wait: the next login tries again.
    return null;
  }
};

/** null where the account was changed after its password was found right: a login at the same time made a new hash of it. */
const enter = async (
  db: Database,
  found: Credentials,
  password: string,
  { address, now }: Circumstances,
): Promise<Entrance | null> => {
  const passwordHash = await renewedHash(found, password);
  const { accountId } = found;
  return inTransaction(db, async (tx) => {
    if (!(await lockUnchanged(tx, found))) return null;
    if (passwordHash) await tx.update(accounts).set({ passwordHash }).where(eq(accounts.id, accountId));
    await rememberAddress(tx, accountId, address, now);
    return { accountId, token: await startSession(tx, accountId, now) };
  });
};

/**
 * Starts a session for who knows the password. A wrong account, password or country is one refusal and costs the same
 * time; that an account is suspended learns only who knows its password. The address is known from then on.
 */
export const logIn = async (
  db: Database,
  { account, password, country }: LoginForm,
  circumstances: Circumstances,
): Promise<Entrance> => {
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
    const entrance = await enter(db, found, password, circumstances);
    if (entrance) return entrance;
  }
  throw new Refusal('wrong_credentials');
};
