import { today } from '@portal/contract/dates';
import type { Circumstances } from '../audit/actor.ts';
import { findReviewed } from '../enrolment/review.ts';
import type { Tx } from '../platform/database.ts';
import type { Staff } from '../staff/actors.ts';
import { lockPayable } from './payable.ts';
import { settlePayment } from './settle-payment.ts';

/** Repeating it changes nothing. */
export const confirmPayment = async (
  tx: Tx,
  { registrationId }: { registrationId: number },
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  const { id } = await findReviewed(tx, registrationId, { actor, right: 'payment.confirm' });
  const [row] = await lockPayable(tx, [id], actor);
  if (!row || row.state === 'confirmed') return;
  const amount = Math.max(0, row.fee - row.kept);
  const received = { method: 'unstated', amount, receivedOn: today(now) } as const;
  const wish = { lineIds: [], registrationIds: [id], received, difference: 0, note: null };
  await settlePayment(tx, wish, { actor, now });
};
