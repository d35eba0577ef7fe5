import { today } from '@portal/contract/dates';
import type { Context } from '../audit/actor.ts';
import { dueOf } from '../money/rules.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { lockPayable } from './payable.ts';
import { settlePayment } from './settle-payment.ts';

/** Repeating it changes nothing. */
export const confirmPayment = async (
  tx: Tx,
  { registrationId }: { registrationId: number },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const rows = await lockPayable(tx, [registrationId], actor);
  if (rows[0]?.state === 'confirmed') return;
  // This call does not say that money came; otherwise it would have to go back.
  if (rows[0]?.state === 'cancelled') throw new Refusal('registration_unknown');
  const received = { method: 'unstated', amount: dueOf(rows), receivedOn: today(now) } as const;
  const input = { lineIds: [], registrationIds: [registrationId], received, difference: 0, note: null };
  await settlePayment(tx, input, { actor, now });
};
