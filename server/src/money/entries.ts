import { methodNames } from '@portal/contract/office/payment';
import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { staffAccounts } from '../staff/tables.ts';
import type { ChargeKind, PaymentMethod } from './states.ts';
import { allocations, charges, payments, refunds } from './tables.ts';

interface Entry {
  /** ISO 8601. */
  readonly at: string;
  readonly kind: ChargeKind | 'payment' | 'refund_due' | 'refund_paid';
  /** The amount that it adds to what the person owes; negative if they owe less. */
  readonly amount: number;
  readonly note: string | null;
  /** The staff member; null for the person and the system. */
  readonly by: string | null;
}

interface EntryRow extends Entry {
  readonly method: PaymentMethod | null;
  readonly receivedOn: string | null;
}

const registration = sql`${sql.placeholder('registration')}::bigint`;
const staffName = (actor: SQL): SQL =>
  sql`(select s.name from ${staffAccounts} s where ${actor} = 'staff:' || s.id)`;
const iso = (time: SQL): SQL => sql`to_json(${time}) #>> '{}'`;

/* Entries of the same moment are in this order: charges, payments, refunds. */
const ledgerEntries = statement<EntryRow>(
  'ledger_entries',
  sql`
    select at, kind, amount, note, by, method, "receivedOn" from (
      select ${iso(sql`c.created_at`)} as at, c.created_at, 1 as sort, c.id, c.kind, c.amount, c.reason as note,
        ${staffName(sql`c.created_by`)} as by, null as method, null as "receivedOn"
      from ${charges} c where c.registration_id = ${registration}
      union all
      select ${iso(sql`p.created_at`)}, p.created_at, 2, p.id, 'payment', -x.amount, p.note,
        ${staffName(sql`p.created_by`)}, p.method, p.received_on::text
      from ${allocations} x join ${payments} p on p.id = x.payment_id
      where x.registration_id = ${registration} and not x.ended
      union all
      select ${iso(sql`coalesce(f.settled_at, f.created_at)`)}, coalesce(f.settled_at, f.created_at), 3, f.id,
        'refund_' || f.state, f.amount, f.reason, ${staffName(sql`coalesce(f.settled_by, f.changed_by, f.created_by)`)}, null, f.paid_on::text
      from ${refunds} f where f.registration_id = ${registration} and f.state in ('due', 'paid')) e
    order by e.created_at, e.sort, e.id`,
);

const noteOf = ({ note, method, receivedOn }: EntryRow): string | null => {
  const parts = [method && methodNames[method], receivedOn, note];
  return parts.filter((part) => part !== null).join('，') || null;
};

/**
 * Returns the ledger of a registration by time, without ended payments and without refunds that were waived or
 * withdrawn. The amounts add up to the balance.
 */
export const findEntries = async (db: Executor, registrationId: number): Promise<Entry[]> =>
  (await ledgerEntries(db, { registration: registrationId })).map((row) => ({
    ...{ at: row.at, kind: row.kind, amount: row.amount, by: row.by },
    note: noteOf(row),
  }));
