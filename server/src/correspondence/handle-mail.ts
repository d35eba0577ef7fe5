import type { Action } from '@portal/contract/office/audit';
import { actorName, type Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import { noteHandled } from '../mail/queue.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Staff } from '../staff/actors.ts';
import type { LockedMail } from './lock-mail.ts';

/** The mail must be locked. */
export const markHandled = async (
  tx: Tx,
  { mail, action, subject }: { mail: LockedMail['mail']; action: Action; subject: string | null },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const { id, accountId, organizationId } = mail;
  await noteHandled(tx, id, actorName(actor), now);
  await recordEvent(
    tx,
    {
      ...(accountId === null ? { subject: 'mail' } : { subject: 'account', subjectId: accountId }),
      ...{ actor, action, after: { mail: subject ?? mail.template } },
      ...(organizationId !== null && { organizationId }),
    },
    now,
  );
};
