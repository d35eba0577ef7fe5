import { type Database, inTransaction } from '../../platform/database/database.ts';
import { checkOwnPassword } from './change-staff-password.ts';
import type { SessionOwner } from './proof-attempts.ts';
import { confirmSession } from './sessions.ts';
import { recordSignIn } from './sign-in.ts';

interface Owner extends SessionOwner {
  readonly email: string;
}

/** Returns the fresh token. */
export const provePassword = async (
  db: Database,
  { password }: { password: string },
  { actor, now }: { actor: Owner; now: Date },
): Promise<string> => {
  await checkOwnPassword(db, password, { actor, now });
  return inTransaction(db, async (tx) => {
    await recordSignIn(tx, actor, 'password', now);
    return confirmSession(tx, actor.sessionId, now);
  });
};
