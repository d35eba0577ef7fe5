import type { EventData } from '@portal/contract/office/event-fields';
import type { Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Trainee } from './actors.ts';

type OwnAction =
  | 'account.register'
  | 'account.update'
  | 'contact.undo'
  | 'mailbox.confirm'
  | 'password.change'
  | 'password.reset';

/** `after` names fields, not values: events are kept for years. */
export const recordOwnEvent = (
  tx: Tx,
  { action, after }: { action: OwnAction; after?: EventData },
  { actor, now }: Context<Trainee>,
): Promise<void> =>
  recordEvent(tx, { actor, action, subject: 'account', subjectId: actor.accountId, after }, now);
