import type { Context } from '../audit/actor.ts';
import { recordEvents } from '../audit/record-event.ts';
import { recordPayment } from '../money/record-payment.ts';
import { shareSurplus } from '../money/rules.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { lockPayable } from './payable.ts';
import { refuseOtherAccount } from './settle-payment.ts';
import { findLines } from './take-lines.ts';

interface Surplus {
  readonly lineIds: readonly number[];
  readonly registrationIds: readonly number[];
  readonly reason: string;
}

/** All of it becomes refunds due. */
export const takeSurplus = async (
  tx: Tx,
  { lineIds, registrationIds, reason }: Surplus,
  { actor, now }: Context<Staff>,
): Promise<number> => {
  const rows = await lockPayable(tx, registrationIds, actor);
  const lines = await findLines(tx, lineIds, actor);
  if (!lines) throw new Refusal('line_unknown');
  if (rows.some(({ state }) => state !== 'confirmed')) throw new Refusal('surplus_not_paid');
  refuseOtherAccount(rows, lines);

  const { organizationId, accountId: bankAccountId, amount, day: receivedOn } = lines;
  const parts = shareSurplus(amount, rows);
  const allocations = parts.map((part) => ({
    ...{ registrationId: part.id, amount: part.amount, reportId: null },
    refundReason: reason,
  }));
  const receipt = { organizationId, bankAccountId, amount, receivedOn, method: 'statement' } as const;
  const entry = { ...receipt, kind: 'surplus', lineIds, allocations, note: reason } as const;
  const { id: payment } = await recordPayment(tx, entry, { actor, now });
  const event = { actor, action: 'payment.take_surplus', subject: 'registration' } as const;
  const events = parts
    .filter((part) => part.amount > 0)
    .map((part) => ({ ...event, subjectId: part.id, after: { payment, amount: part.amount, reason } }));
  await recordEvents(tx, events, now);
  return payment;
};
