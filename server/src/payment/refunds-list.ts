import { sql } from 'drizzle-orm';
import { accounts } from '../accounts/tables.ts';
import { courses, organizations } from '../catalogue/tables.ts';
import { classes } from '../classes/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import type { RefundState } from '../money/states.ts';
import { refunds } from '../money/tables.ts';
import { defineList } from '../platform/database/list.ts';
import { staffAccounts } from '../staff/tables.ts';

export interface RefundListRow {
  readonly cursor: readonly string[];
  readonly id: string;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly changedBy: string | null;
  readonly registrationId: string;
  readonly personId: string;
  readonly person: string;
  readonly code: string;
  readonly course: string;
  readonly organization: string;
  readonly organizationId: number;
  readonly amount: number;
  readonly proposed: number | null;
  readonly reason: string;
  readonly state: RefundState;
  readonly enteredBy: string | null;
  readonly settledAt: string | null;
  readonly settledBy: string | null;
  readonly paidOn: string | null;
  readonly reference: string | null;
  readonly waiveReason: string | null;
}

const startOf = (value: unknown) => sql`(${value}::date::timestamp at time zone 'Asia/Taipei')`;

export const refundsList = defineList<'state' | 'from' | 'until', 'createdAt', RefundListRow>({
  name: 'refunds',
  sources: [
    {
      from: sql`${refunds}`,
      key: refunds.id,
      organization: refunds.organizationId,
      filters: {
        state: (value) => sql`${refunds.state} = ${value}::text`,
        from: (value) => sql`${refunds.createdAt} >= ${startOf(value)}`,
        until: (value) => sql`${refunds.createdAt} < ${startOf(value)} + interval '1 day'`,
      },
      sorts: { createdAt: [refunds.createdAt, refunds.id] },
    },
  ],
  types: { createdAt: ['timestamptz', 'bigint'] },
  selective: [],
  columns: sql`
    page.key as id, to_json(f.created_at) #>> '{}' as "createdAt", f.created_by as "createdBy",
    f.changed_by as "changedBy", r.id as "registrationId",
    a.id as "personId", coalesce(a.chinese_name, '') as person, c.code,
    t.chinese_name as course, o.name as organization, o.id as "organizationId", f.amount, f.proposed, f.reason,
    f.state, coalesce(s.name, '系統') as "enteredBy",
    to_json(f.settled_at) #>> '{}' as "settledAt", e.name as "settledBy", f.paid_on::text as "paidOn", f.reference,
    f.waive_reason as "waiveReason"`,
  joins: sql`
    join ${refunds} f on f.id = page.key
    join ${registrations} r on r.id = f.registration_id
    join ${accounts} a on a.id = r.account_id
    join ${classes} c on c.id = r.class_id
    join ${courses} t on t.id = c.course_id
    join ${organizations} o on o.id = c.organization_id
    left join ${staffAccounts} s on coalesce(f.changed_by, f.created_by) = 'staff:' || s.id
    left join ${staffAccounts} e on f.settled_by = 'staff:' || e.id`,
});
