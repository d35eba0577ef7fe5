import type { LoginForm } from '@portal/contract/login-form';
import type { Database } from '../../platform/database/database.ts';
import { clientOf } from './device.ts';
import { rememberAddress } from './known-addresses.ts';
import { queueDefaultPasswordMail } from './queue-default-password-mail.ts';
import { startSession } from './sessions.ts';
import { type LoginCircumstances, withPassword } from './with-password.ts';

export interface StartedSession {
  readonly accountId: number;
  readonly token: string;
}

export const logIn = (
  db: Database,
  form: LoginForm,
  context: LoginCircumstances,
): Promise<StartedSession> => {
  const { address, now } = context;
  const options = { form, wrong: 'wrong_credentials' as const, context };
  return withPassword(db, options, async (tx, accountId, { defaultPasswordSince }) => {
    if (defaultPasswordSince) await queueDefaultPasswordMail(tx, accountId, now);
    await rememberAddress(tx, accountId, address, now);
    return { accountId, token: await startSession(tx, accountId, now, clientOf(context)) };
  });
};
