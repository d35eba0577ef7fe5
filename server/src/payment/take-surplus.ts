import type { Circumstances } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import { oweRefund } from '../enrolment/owe-refund.ts';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { lockPayable } from './payable.ts';
import { recordPayment } from './record-payment.ts';
import { refuseOtherAccount } from './settle-payment.ts';
import { findLines } from './take-lines.ts';

interface Surplus {
  readonly lineIds: readonly number[];
  readonly registrationId: number;
  readonly reason: string;
}

/** All of it becomes a refund due. */
export const takeSurplus = async (
  tx: Tx,
  { lineIds, registrationId, reason }: Surplus,
  { actor, now }: Circumstances<Staff>,
): Promise<number> => {
  const lines = await findLines(tx, lineIds, actor);
  if (!lines) throw new Refusal('line_unknown');
  const rows = await lockPayable(tx, [registrationId], actor);
  if (rows.some(({ state }) => state !== 'confirmed')) throw new Refusal('surplus_not_paid');
  refuseOtherAccount(rows, lines);

  const { organizationId, accountId: bankAccountId, amount, day: receivedOn } = lines;
  const shares = [{ id: registrationId, amount: 0 }];
  const made = { organizationId, bankAccountId, amount, receivedOn, lineIds, shares, note: reason };
  const payment = await recordPayment(tx, { ...made, kind: 'surplus', method: 'statement' }, { actor, now });
  const event = { actor, action: 'payment.take_surplus', subject: 'registration' } as const;
  await recordEvent(tx, { ...event, subjectId: registrationId, after: { payment, amount, reason } }, now);
  const owed = { registrationId, amount, reason, paymentConfirmed: true, paymentId: payment };
  await oweRefund(tx, owed, { actor, now });
  return payment;
};
