import { UNDO_SECONDS } from '@portal/contract/office/undo';
import { eq } from 'drizzle-orm';
import type { Context } from '../audit/actor.ts';
import { registrations } from '../enrolment/tables.ts';
import { withdrawMails } from '../mail/withdraw-mails.ts';
import { allocations, payments } from '../money/tables.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { paymentName } from './settle-payment.ts';
import { undoPayment } from './undo-payment.ts';

const findRecipients = async (tx: Tx, paymentId: number): Promise<number[]> => {
  const found = await tx
    .select({ accountId: registrations.accountId })
    .from(allocations)
    .innerJoin(registrations, eq(registrations.id, allocations.registrationId))
    .where(eq(allocations.paymentId, paymentId));
  return found.map(({ accountId }) => accountId);
};

const isRecent = async (tx: Tx, paymentId: number, now: Date): Promise<boolean> => {
  const [found] = await tx
    .select({ createdAt: payments.createdAt })
    .from(payments)
    .where(eq(payments.id, paymentId));
  return found !== undefined && now.getTime() - found.createdAt.getTime() <= UNDO_SECONDS * 1000;
};

/** Undoes a payment until the mails about it have left: nobody is told. */
export const withdrawPayment = async (
  tx: Tx,
  { paymentId }: { readonly paymentId: number },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  await undoPayment(tx, { paymentId, reason: '確認後隨即復原', isUntold: true }, { actor, now });
  const held = { heldFor: paymentName(paymentId), accountIds: await findRecipients(tx, paymentId) };
  const isInTime = await isRecent(tx, paymentId, now);
  if (!isInTime || !(await withdrawMails(tx, held))) throw new Refusal('payment_final');
};
