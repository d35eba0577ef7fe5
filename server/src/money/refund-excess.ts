import { actorName, type Context } from '../audit/actor.ts';
import { recordEvents } from '../audit/record-event.ts';
import type { Tx } from '../platform/database/database.ts';
import { findBalances } from './balance.ts';
import { balanceOf } from './rules.ts';
import { refunds } from './tables.ts';

interface MaybeOverpaid {
  readonly registrationId: number;
  /** Why money goes back, if it does. */
  readonly reason: string;
  /** The payment that brought too much. */
  readonly paymentId?: number;
}

/**
 * Makes a refund due for each registration that has paid more than it owes. Returns the amounts by registration. The
 * registrations must be locked.
 */
export const refundExcess = async (
  tx: Tx,
  registrations: readonly MaybeOverpaid[],
  { actor, now }: Context,
): Promise<ReadonlyMap<number, number>> => {
  const ids = registrations.map(({ registrationId }) => registrationId);
  const excess = new Map(
    (await findBalances(tx, ids)).map((each) => [each.registrationId, -balanceOf(each)]),
  );
  const due = registrations.flatMap((registration) => {
    const amount = excess.get(registration.registrationId) ?? 0;
    return amount > 0 ? [{ ...registration, amount, createdBy: actorName(actor), createdAt: now }] : [];
  });
  if (due.length === 0) return new Map();
  const made = await tx
    .insert(refunds)
    .values(due)
    .returning({ id: refunds.id, registrationId: refunds.registrationId, amount: refunds.amount });
  const event = { actor, action: 'refund.create', subject: 'registration' } as const;
  await recordEvents(
    tx,
    made.map(({ id, registrationId, amount }) => ({
      ...event,
      subjectId: registrationId,
      after: { refundId: id, amount },
    })),
    now,
  );
  return new Map(made.map(({ registrationId, amount }) => [registrationId, amount]));
};
