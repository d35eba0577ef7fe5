import { type SQL, sql } from 'drizzle-orm';
import { balanceOf } from '../money/balance.ts';

/* The rules of `undoPayment` for a list: `undo-payment.test.ts` compares both. */

/** Ended with the payment: what is withdrawn of its refunds, taken back of what was kept, and owed again. */
const ending = (payment: SQL) => sql`
  select
    coalesce((select sum(f.amount) from refunds f
      where f.payment_id = ${payment} and f.registration_id = x.registration_id and f.state = 'due'), 0) as refunded,
    coalesce((select sum(k.amount) from charges k join refunds f on f.id = k.refund_id
      where f.payment_id = ${payment} and k.registration_id = x.registration_id), 0) as kept,
    coalesce((select sum(w.amount) from charges w
      where w.payment_id = ${payment} and w.registration_id = x.registration_id), 0) as waived`;

/** The money that the branch would hold for the registration afterwards, and the amount that it would owe. */
const held = sql`(b.received - x.amount) - (b.refunded - e.refunded) - (b.kept - e.kept)`;
const owed = sql`(b.charged - b.kept - e.waived) - (${held})`;

/** Whether `undoPayment` would refuse neither for a result nor for money that has gone back. */
export const isUndoable = (payment: SQL): SQL => sql`(
  not exists (select from refunds f where f.payment_id = ${payment} and f.state = 'paid')
  and not exists (
    select from allocations x
    join registrations r on r.id = x.registration_id
    cross join ${balanceOf(sql`r.id`)} b
    cross join lateral (${ending(payment)}) e
    where x.payment_id = ${payment} and not x.ended
      and (${held} < 0 or r.state = 'confirmed' and r.result is not null and ${owed} > 0)))`;
