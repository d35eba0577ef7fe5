import { type SQL, sql } from 'drizzle-orm';

/* The rules of `undoPayment` for a list: `undo-payment.test.ts` compares both. */

const number = (data: SQL, key: 'amount' | 'short' | 'payment') =>
  sql`coalesce((${data} ->> ${sql.raw(`'${key}'`)})::bigint, 0)`;

/** The confirmation by this payment, with what it counts: what came and what was waived. */
const confirmation = (payment: SQL) => sql`
  select e.id, ${number(sql`e.data`, 'amount')} + ${number(sql`e.data`, 'short')} as counts
  from registration_events e
  where e.registration_id = r.id and e.action = 'payment.confirm'
    and ${number(sql`e.data`, 'payment')} = ${payment}
  limit 1`;

const wasMoved = sql`exists (
  select from registration_events m
  where m.registration_id = r.id and m.id > coalesce(c.id, 0) and (m.data ->> 'difference')::int <> 0)`;

/** Whether `undoPayment` would refuse neither for a result, nor for a refund that was paid, nor for the state of a person. */
export const isUndoable = ({ id, kind }: { id: SQL; kind: SQL }): SQL => sql`(
  not exists (select from refunds f where f.payment_id = ${id} and f.state = 'paid')
  and not exists (
    select from payment_registrations x
    join registrations r on r.id = x.registration_id
    left join lateral (${confirmation(id)}) c on true
    where x.payment_id = ${id} and case ${kind}
      when 'full' then r.result is not null or not (
        (r.state = 'confirmed' and not ${wasMoved})
        or (r.state in ('unpaid', 'reported') and r.credited >= coalesce(c.counts, 0)))
      when 'partial' then x.ended or r.state not in ('unpaid', 'reported')
      else false end))`;
