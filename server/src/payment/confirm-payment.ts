import { today } from '@portal/contract/dates';
import type { Context } from '../audit/actor.ts';
import { recordPayments } from '../money/record-payment.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { closeReports } from './close-reports.ts';
import { lockPayable, type PayableRow } from './payable.ts';
import { confirmPaidEach, refuseUnpayable } from './settle-payment.ts';

const paymentOf = ({ id, due, reportId, organizationId }: PayableRow, now: Date) =>
  ({
    kind: 'full',
    method: 'unstated',
    ...{ organizationId, bankAccountId: null, amount: due, receivedOn: today(now), lineIds: [] },
    allocations: [{ registrationId: id, amount: due, reportId, refundReason: '溢繳' }],
  }) as const;

/** Confirms that everybody has paid what they owed, each by a payment of their own. Repeating it changes nothing. */
export const confirmPayments = async (
  tx: Tx,
  { registrationIds }: { registrationIds: readonly number[] },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const rows = await lockPayable(tx, registrationIds, actor);
  // This call does not say that money came; otherwise it would have to go back.
  if (rows.some(({ state }) => state === 'cancelled')) throw new Refusal('registration_unknown');
  const owing = rows.filter(({ state }) => state !== 'confirmed');
  refuseUnpayable(owing);
  const payments = await recordPayments(
    tx,
    owing.map((row) => paymentOf(row, now)),
    { actor, now },
  );
  const paid = owing.flatMap((row, at) => {
    const payment = payments[at];
    return payment ? [{ person: { ...row, amount: row.due, short: 0 }, payment }] : [];
  });
  await confirmPaidEach(tx, paid, { actor, now });
  await closeReports(
    tx,
    owing.map(({ id }) => id),
    'received',
  );
};

export const confirmPayment = (
  tx: Tx,
  { registrationId }: { registrationId: number },
  context: Context<Staff>,
): Promise<void> => confirmPayments(tx, { registrationIds: [registrationId] }, context);
