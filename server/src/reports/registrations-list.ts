import { type SQLWrapper, sql } from 'drizzle-orm';
import { isNamed } from '../accounts/people/is-person.ts';
import { accounts } from '../accounts/tables.ts';
import { courses, organizations } from '../catalogue/tables.ts';
import { classes } from '../classes/tables.ts';
import { isCompleted } from '../enrolment/on-behalf/known-people.ts';
import { versionOf } from '../enrolment/registration-version.ts';
import { registrations } from '../enrolment/tables.ts';
import { groups } from '../groups/tables.ts';
import { balanceOf } from '../money/balance.ts';
import { endOfDay, startOfDay } from '../platform/database/days.ts';
import { defineList } from '../platform/database/list.ts';
import { isTaughtBy } from '../staff/scope.ts';

export interface RegistrationListRow {
  readonly cursor: readonly string[];
  readonly id: string;
  readonly version: string;
  readonly createdAt: string;
  readonly state: 'pending' | 'rejected' | 'unpaid' | 'reported' | 'confirmed' | 'cancelled';
  readonly personId: string;
  readonly name: string | null;
  readonly identity: string;
  readonly completed: boolean;
  readonly birthday: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly employer: string | null;
  readonly organizationId: number;
  readonly paid: number;
  readonly code: string;
  readonly course: string;
  readonly startTime: string;
  readonly organization: string;
  readonly groupId: string | null;
  readonly groupCode: string | null;
  readonly groupName: string | null;
  readonly paymentDue: string | null;
  readonly result: number | null;
}

const isPerson = (value: SQLWrapper) =>
  sql`${registrations.accountId} in (select ${accounts.id} from ${accounts} where ${isNamed(value)})`;

/** An index has this order. */
export const registrationsList = defineList<
  'class' | 'course' | 'state' | 'group' | 'person' | 'account' | 'from' | 'until' | 'taughtBy',
  'createdAt' | 'name',
  RegistrationListRow
>({
  name: 'registrations',
  sources: [
    {
      from: sql`${registrations}`,
      key: registrations.id,
      organization: registrations.organizationId,
      filters: {
        class: (value) =>
          sql`${registrations.classId} = (select ${classes.id} from ${classes} where ${classes.code} = ${value}::text)`,
        course: (value) =>
          sql`(select k.course_id from ${classes} k where k.id = ${registrations.classId}) =
            (select ${courses.id} from ${courses} where ${courses.code} = ${value}::text)`,
        state: (value) => sql`${registrations.state} = ${value}::text`,
        group: (value) =>
          sql`${registrations.groupId} = (select ${groups.id} from ${groups} where ${groups.code} = ${value}::text)`,
        person: isPerson,
        account: (value) => sql`${registrations.accountId} = ${value}::bigint`,
        from: (value) => sql`${registrations.createdAt} >= ${startOfDay(value)}`,
        until: (value) => sql`${registrations.createdAt} < ${endOfDay(value)}`,
        taughtBy: (value) => isTaughtBy(registrations.classId, sql`${value}::bigint`),
      },
      sorts: {
        createdAt: [registrations.createdAt, registrations.id],
        name: [
          sql`(select coalesce(a.chinese_name, '') from ${accounts} a where a.id = ${registrations.accountId})`,
          registrations.id,
        ],
      },
    },
  ],
  types: { createdAt: ['timestamptz', 'bigint'], name: ['text', 'bigint'] },
  needs: { name: 'class' },
  selective: ['class', 'group', 'person', 'account', 'taughtBy'],
  columns: sql`
    page.key as id, ${versionOf(sql`r.id`)} as version, to_json(r.created_at) #>> '{}' as "createdAt", r.state, a.id as "personId", a.chinese_name as name,
    a.account as identity, ${isCompleted(sql`r.id`)} as completed, c.code, t.chinese_name as course, to_json(c.start_time) #>> '{}' as "startTime",
    o.name as organization, g.id::text as "groupId", g.code as "groupCode", g.name as "groupName", r.payment_due::text as "paymentDue", r.result,
    a.birthday::text as birthday, a.cell_phone as phone, a.email, a.employer, c.organization_id as "organizationId",
    b.received - b.refunded as paid`,
  joins: sql`
    join ${registrations} r on r.id = page.key
    join ${accounts} a on a.id = r.account_id
    join ${classes} c on c.id = r.class_id
    join ${courses} t on t.id = c.course_id
    join ${organizations} o on o.id = c.organization_id
    cross join ${balanceOf(sql`r.id`)} b
    left join ${groups} g on g.id = r.group_id`,
});
