import { sql } from 'drizzle-orm';
import { bankAccounts, organizations } from '../catalogue/tables.ts';
import type { PaymentKind, PaymentMethod } from '../money/states.ts';
import { payments } from '../money/tables.ts';
import { defineList } from '../platform/database/list.ts';
import { staffAccounts } from '../staff/tables.ts';
import { isUndoable } from './undoable.ts';

export interface PaymentListRow {
  readonly cursor: readonly string[];
  readonly id: string;
  readonly createdAt: string;
  readonly createdBy: string | null;
  readonly receivedOn: string;
  readonly kind: PaymentKind;
  readonly method: PaymentMethod;
  readonly amount: number;
  readonly account: string | null;
  readonly organization: string;
  readonly organizationId: number;
  readonly for:
    | { readonly code: string; readonly people: { readonly id: number; readonly name: string }[] }[]
    | null;
  readonly note: string | null;
  readonly endedAt: string | null;
  readonly endedBy: string | null;
  readonly endReason: string | null;
  /** Whether it was not undone, and staff with the right can undo it. */
  readonly isUndoable: boolean;
}

const paidFor = (payment: ReturnType<typeof sql>) => sql`(
  select json_agg(json_build_object('code', code, 'people', people) order by code) from (
    select c.code, json_agg(json_build_object('id', a.id, 'name', coalesce(a.chinese_name, '')) order by r.id) as people
    from allocations x join registrations r on r.id = x.registration_id
    join classes c on c.id = r.class_id join accounts a on a.id = r.account_id
    where x.payment_id = ${payment} group by c.code) as by_class)`;

const startOf = (value: unknown) => sql`(${value}::date::timestamp at time zone 'Asia/Taipei')`;

/** `undone` and `live` are separate filters, so that the index of undone payments is used. */
export const paymentsList = defineList<
  'kind' | 'method' | 'undone' | 'live' | 'from' | 'until',
  'createdAt',
  PaymentListRow
>({
  name: 'payments',
  sources: [
    {
      from: sql`${payments}`,
      key: payments.id,
      organization: payments.organizationId,
      filters: {
        kind: (value) => sql`${payments.kind} = ${value}::text`,
        method: (value) => sql`${payments.method} = ${value}::text`,
        undone: () => sql`${payments.endedAt} is not null`,
        live: () => sql`${payments.endedAt} is null`,
        from: (value) => sql`${payments.createdAt} >= ${startOf(value)}`,
        until: (value) => sql`${payments.createdAt} < ${startOf(value)} + interval '1 day'`,
      },
      sorts: { createdAt: [payments.createdAt, payments.id] },
    },
  ],
  types: { createdAt: ['timestamptz', 'bigint'] },
  selective: [],
  columns: sql`
    page.key as id, to_json(p.created_at) #>> '{}' as "createdAt", s.name as "createdBy",
    p.received_on::text as "receivedOn", p.kind, p.method, p.amount,
    b.bank || ' ' || b.number as account, o.name as organization, p.organization_id as "organizationId",
    ${paidFor(sql`p.id`)} as "for", p.note, to_json(p.ended_at) #>> '{}' as "endedAt", e.name as "endedBy",
    p.end_reason as "endReason", ${isUndoable(sql`p.id`)} as "isUndoable"`,
  joins: sql`
    join ${payments} p on p.id = page.key
    join ${organizations} o on o.id = p.organization_id
    left join ${bankAccounts} b on b.id = p.bank_account_id
    left join ${staffAccounts} s on p.created_by = 'staff:' || s.id
    left join ${staffAccounts} e on p.ended_by = 'staff:' || e.id`,
});
