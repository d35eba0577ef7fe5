import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { lockAccount } from '../queries.ts';
import { endSessions } from '../sign-in/sessions.ts';

/** Logs the person out everywhere. */
export const endSessionsOf = async (
  tx: Tx,
  { accountId }: { readonly accountId: number },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  await lockAccount(tx, accountId);
  await endSessions(tx, accountId);
  const event = { actor, action: 'account.end_sessions', subject: 'account', subjectId: accountId } as const;
  await recordEvent(tx, event, now);
};
