import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { queueMail } from '../../mail/queue.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { findAccount, lockAccount } from '../queries.ts';
import { passwordResetLetter } from './letters.ts';
import { LINK_MINUTES, makeResetLink } from './reset-links.ts';

/** Mails the link to the stored mailbox only. Staff never see it. */
export const sendResetLink = async (
  tx: Tx,
  { accountId }: { readonly accountId: number },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  await lockAccount(tx, accountId);
  const { id, email, chineseName, suspendedAt } = await findAccount(tx, accountId);
  if (suspendedAt) throw new Refusal('person_suspended');
  if (email === null) throw new Refusal('person_without_mailbox');
  const token = await makeResetLink(tx, accountId, now);
  const data = { name: chineseName ?? '', minutes: LINK_MINUTES, secret: { token } };
  await queueMail(tx, { id, email }, passwordResetLetter(data), now);
  const event = { actor, action: 'account.send_reset_link', subject: 'account', subjectId: id } as const;
  await recordEvent(tx, event, now);
};
