import { actorName, type Circumstances } from '../audit/actor.ts';
import type { Tx } from '../platform/database.ts';
import type { Share } from './rules.ts';
import type { PaymentKind, PaymentMethod } from './states.ts';
import { paymentRegistrations, payments } from './tables.ts';
import { useLines } from './take-lines.ts';

interface NewPayment {
  readonly kind: PaymentKind;
  readonly method: PaymentMethod;
  readonly organizationId: number;
  readonly bankAccountId: number | null;
  readonly amount: number;
  readonly receivedOn: string;
  readonly note?: string | null;
  readonly lineIds: readonly number[];
  readonly shares: readonly Pick<Share, 'id' | 'amount'>[];
}

/** Returns the id. Throws if a line is used already. */
export const recordPayment = async (
  tx: Tx,
  { lineIds, shares, ...values }: NewPayment,
  { actor, now }: Circumstances,
): Promise<number> => {
  const [made] = await tx
    .insert(payments)
    .values({ ...values, createdBy: actorName(actor), createdAt: now })
    .returning({ id: payments.id });
  if (!made) throw new Error('the payment was not inserted');
  await useLines(tx, made.id, lineIds);
  await tx
    .insert(paymentRegistrations)
    .values(shares.map(({ id, amount }) => ({ paymentId: made.id, registrationId: id, amount })));
  return made.id;
};
