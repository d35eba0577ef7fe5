import { type SQLWrapper, sql } from 'drizzle-orm';
import { accounts } from '../../accounts/tables.ts';
import { courses } from '../../catalogue/tables.ts';
import { classes } from '../../classes/tables.ts';
import { groups } from '../../groups/tables.ts';
import { owedBy } from '../../money/balance.ts';
import { defineList } from '../../platform/database/list.ts';
import { versionOf } from '../registration-version.ts';
import { registrationEvents, registrations } from '../tables.ts';

export interface OverdueListRow {
  readonly cursor: readonly string[];
  readonly id: string;
  readonly version: string;
  readonly paymentDue: string;
  readonly personId: string;
  readonly name: string | null;
  readonly identity: string;
  readonly phone: string | null;
  readonly classId: string;
  readonly code: string;
  readonly course: string;
  readonly startTime: string;
  readonly group: string | null;
  readonly owed: number;
  readonly remindedAt: string | null;
}

const remindedAt = (registrationId: SQLWrapper) => sql`(
  select max(e.at) from ${registrationEvents} e
  where e.registration_id = ${registrationId} and e.action = 'payment.remind')`;

/** All unpaid registrations, unless the caller passes `dueBefore`: those that are overdue have it before today. */
export const overdueRegistrations = defineList<'class' | 'dueBefore', 'paymentDue', OverdueListRow>({
  name: 'overdue',
  sources: [
    {
      from: sql`${registrations}`,
      where: sql`${registrations.state} = 'unpaid'`,
      key: registrations.id,
      organization: registrations.organizationId,
      filters: {
        class: (value) =>
          sql`${registrations.classId} = (select ${classes.id} from ${classes} where ${classes.code} = ${value}::text)`,
        dueBefore: (value) => sql`${registrations.paymentDue} < ${value}::date`,
      },
      sorts: { paymentDue: [registrations.paymentDue, registrations.id] },
    },
  ],
  types: { paymentDue: ['date', 'bigint'] },
  selective: ['class'],
  columns: sql`
    page.key as id, ${versionOf(sql`r.id`)} as version, r.payment_due::text as "paymentDue", a.id as "personId", a.chinese_name as name,
    a.account as identity, a.cell_phone as phone, c.id as "classId", c.code, t.chinese_name as course,
    to_json(c.start_time) #>> '{}' as "startTime", g.name as "group", ${owedBy(sql`r.id`)} as owed,
    to_json(${remindedAt(sql`r.id`)}) #>> '{}' as "remindedAt"`,
  joins: sql`
    join ${registrations} r on r.id = page.key
    join ${accounts} a on a.id = r.account_id
    join ${classes} c on c.id = r.class_id
    join ${courses} t on t.id = c.course_id
    left join ${groups} g on g.id = r.group_id`,
});
