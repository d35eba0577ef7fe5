import { actorName, type Context } from '../audit/actor.ts';
import { recordEvents } from '../audit/record-event.ts';
import type { Tx } from '../platform/database/database.ts';
import { findBalances } from './balance.ts';
import { balanceOf } from './rules.ts';
import { refunds } from './tables.ts';

interface Person {
  readonly registrationId: number;
  readonly reason: string;
  /** The payment that brought too much. */
  readonly paymentId?: number;
}

/** Makes a refund due for money beyond what a registration owes. Returns the amounts by registration. */
export const refundExcess = async (
  tx: Tx,
  people: readonly Person[],
  { actor, now }: Context,
): Promise<ReadonlyMap<number, number>> => {
  const ids = people.map(({ registrationId }) => registrationId);
  const amounts = new Map(
    (await findBalances(tx, ids)).map((each) => [each.registrationId, -balanceOf(each)]),
  );
  const due = people.flatMap((person) => {
    const amount = amounts.get(person.registrationId) ?? 0;
    return amount > 0 ? [{ ...person, amount, createdBy: actorName(actor), createdAt: now }] : [];
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
