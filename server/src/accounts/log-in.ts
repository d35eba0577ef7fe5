import type { LoginForm } from '@portal/contract/accounts';
import type { Database } from '../platform/database.ts';
import { clientOf } from './device.ts';
import { rememberAddress } from './known-addresses.ts';
import { startSession } from './sessions.ts';
import { type Circumstances, withPassword } from './with-password.ts';

export interface Entrance {
  readonly accountId: number;
  readonly token: string;
}

/** Starts a session for who knows the password. The address is known from then on. */
export const logIn = (db: Database, form: LoginForm, circumstances: Circumstances): Promise<Entrance> => {
  const { address, now } = circumstances;
  return withPassword(db, { form, wrong: 'wrong_credentials', circumstances }, async (tx, accountId) => {
    await rememberAddress(tx, accountId, address, now);
    return { accountId, token: await startSession(tx, accountId, now, clientOf(circumstances)) };
  });
};
