import type { Circumstances } from '../audit/actor.ts';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { lockPayable } from './payable.ts';
import { recordPayment } from './record-payment.ts';
import { recordSurplus } from './record-surplus.ts';
import { shareSurplus } from './rules.ts';
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
  { actor, now }: Circumstances<Staff>,
): Promise<number> => {
  const rows = await lockPayable(tx, registrationIds, actor);
  const lines = await findLines(tx, lineIds, actor);
  if (!lines) throw new Refusal('line_unknown');
  if (rows.some(({ state }) => state !== 'confirmed')) throw new Refusal('surplus_not_paid');
  refuseOtherAccount(rows, lines);

  const { organizationId, accountId: bankAccountId, amount, day: receivedOn } = lines;
  const shares = rows.map(({ id }) => ({ id, amount: 0 }));
  const made = { organizationId, bankAccountId, amount, receivedOn, lineIds, shares, note: reason };
  const payment = await recordPayment(tx, { ...made, kind: 'surplus', method: 'statement' }, { actor, now });
  for (const share of shareSurplus(amount, rows))
    await recordSurplus(tx, { ...share, payment, reason }, { actor, now });
  return payment;
};
