import { UNDO_SECONDS } from '@portal/contract/office/undo';
import { and, eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { withdrawMails } from '../../mail/withdraw-mails.ts';
import { cancelCharges } from '../../money/cancel-charges.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { applyStep } from '../apply-step.ts';
import { isRepeated, requireSeen, type SeenRegistration } from '../registration-version.ts';
import { registrationEvents } from '../tables.ts';

/** Names an approval for the mails that wait for it. */
export const approvalName = (eventId: number): string => `approval:${eventId}`;

const findApproval = async (tx: Tx, registrationId: number, eventId: number) => {
  const [found] = await tx
    .select({ id: registrationEvents.id, at: registrationEvents.at })
    .from(registrationEvents)
    .where(
      and(
        eq(registrationEvents.id, eventId),
        eq(registrationEvents.registrationId, registrationId),
        eq(registrationEvents.action, 'registration.approve'),
      ),
    );
  return found;
};

/**
 * Takes back an approval, which `version` names, until its mail has left. The fee is owed no more, and nobody is told.
 * Returns false if it was taken back before.
 */
export const undoApproval = async (
  tx: Tx,
  seen: SeenRegistration & { readonly version: number },
  { actor, now }: Context<Staff>,
): Promise<boolean> => {
  const locked = await requireSeen(tx, seen, { actor, right: 'registration.review' });
  if (await isRepeated(tx, 'undo_approval', seen, actor)) return false;
  const approval = await findApproval(tx, locked.id, seen.version);
  if (!approval || now.getTime() - approval.at.getTime() > UNDO_SECONDS * 1000)
    throw new Refusal('approval_final');
  await applyStep(tx, 'undo_approval', [locked], { actor, now, paymentDue: null, fee: null });
  await cancelCharges(tx, [locked.id], { reason: '復原審核通過' }, { actor, now });
  const held = { heldFor: approvalName(approval.id), accountIds: [locked.accountId] };
  if (!(await withdrawMails(tx, held))) throw new Refusal('approval_final');
  return true;
};
