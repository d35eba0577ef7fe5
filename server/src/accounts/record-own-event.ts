import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database.ts';
import { proveTrainee } from './actors.ts';

type OwnAction =
  | 'account.register'
  | 'account.update'
  | 'contact.undo'
  | 'mailbox.confirm'
  | 'password.change'
  | 'password.reset';

/** Records a change to one's own account. `after` names fields, never values: events are kept for years. */
export const recordOwnEvent = (
  tx: Tx,
  { accountId, action, after }: { accountId: number; action: OwnAction; after?: unknown },
  now: Date,
): Promise<void> =>
  recordEvent(
    tx,
    { actor: proveTrainee({ accountId }), action, subject: 'account', subjectId: accountId, after },
    now,
  );
