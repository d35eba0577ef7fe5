import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../platform/database/database.ts';
import type { Balance } from './rules.ts';
import { allocations, balances, payments, refunds } from './tables.ts';

const sums = {
  charged: balances.charged,
  kept: balances.kept,
  received: balances.received,
  refunded: balances.refunded,
};

/** Returns the balances of the registrations that exist, by id. */
export const findBalances = (
  db: Executor,
  registrationIds: readonly number[],
): Promise<(Balance & { readonly registrationId: number })[]> =>
  db
    .select({ registrationId: balances.registrationId, ...sums })
    .from(balances)
    .where(inArray(balances.registrationId, [...registrationIds]))
    .orderBy(balances.registrationId);

export const findBalance = async (db: Executor, registrationId: number): Promise<Balance> => {
  const [found] = await findBalances(db, [registrationId]);
  if (!found) throw new Error(`registration ${registrationId} does not exist`);
  return found;
};

/** Adds up the balances that the condition on the view `balances` selects, such as those of a class. */
export const sumBalances = async (db: Executor, condition: SQL): Promise<Balance> => {
  const total = (part: (typeof sums)[keyof typeof sums]) => sql<number>`coalesce(sum(${part}), 0)::int`;
  const [found] = await db
    .select({
      charged: total(sums.charged),
      kept: total(sums.kept),
      received: total(sums.received),
      refunded: total(sums.refunded),
    })
    .from(balances)
    .where(condition);
  return found ?? { charged: 0, kept: 0, received: 0, refunded: 0 };
};

interface ReceivedAndRefunded {
  readonly received: number;
  /** The day of the last payment. */
  readonly paidOn: string | null;
  readonly refundDue: number;
  readonly refunded: number;
}

/** SQL for the money received for a registration and its refunds. */
export const receivedAndRefunded = (registrationId: SQL): SQL<ReceivedAndRefunded> =>
  sql<ReceivedAndRefunded>`(
    select json_build_object(
      'received', (select coalesce(sum(x.amount), 0) from ${allocations} x
        where x.registration_id = ${registrationId} and not x.ended),
      'paidOn', (select max(p.received_on) from ${allocations} x join ${payments} p on p.id = x.payment_id
        where x.registration_id = ${registrationId} and not x.ended and x.amount > 0),
      'refundDue', coalesce(sum(f.amount) filter (where f.state = 'due'), 0),
      'refunded', coalesce(sum(f.amount) filter (where f.state = 'paid'), 0))
    from ${refunds} f where f.registration_id = ${registrationId})`;

/**
 * SQL to join the balance of one registration. `offset 0` keeps PostgreSQL from joining the view as a whole: in a
 * statement with many tables it would add up every registration there is.
 */
export const balanceOf = (registrationId: SQL): SQL =>
  sql`lateral (select * from balances where registration_id = ${registrationId} offset 0)`;

/** SQL for the amount that a registration owes. */
export const owedBy = (registrationId: SQL): SQL<number> =>
  sql<number>`(select b.balance from balances b where b.registration_id = ${registrationId})`;

/** SQL for the money that the branch holds for a registration. */
export const heldFor = (registrationId: SQL): SQL<number> =>
  sql<number>`(select b.received - b.refunded - b.kept from balances b where b.registration_id = ${registrationId})`;
