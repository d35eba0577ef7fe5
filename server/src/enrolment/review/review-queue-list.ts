import { COUNTED_MAX } from '@portal/contract/office/list';
import { sql } from 'drizzle-orm';
import { isPersonConfirmed } from '../../accounts/people/is-person-confirmed.ts';
import { accounts } from '../../accounts/tables.ts';
import { organizationIds } from '../../audit/organization-names.ts';
import { courses, organizations } from '../../catalogue/tables.ts';
import { classes } from '../../classes/tables.ts';
import { groups } from '../../groups/tables.ts';
import type { Executor } from '../../platform/database/database.ts';
import { defineList, narrowScope } from '../../platform/database/list.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Staff } from '../../staff/actors.ts';
import { scopeOfStaff } from '../../staff/policy.ts';
import { versionOf } from '../registration-version.ts';
import { countSameNetwork, MIN_SAME_NETWORK } from '../seats/unconfirmed.ts';
import { registrations } from '../tables.ts';
import { factsAsJson, type StoredConcernFacts } from './concern-facts.ts';

/** Times are ISO 8601. */
export interface QueueEntry {
  readonly id: number;
  readonly version: number;
  readonly createdAt: string;
  readonly accountId: number;
  readonly name: string | null;
  readonly identity: string;
  readonly classCode: string;
  readonly course: string;
  readonly organization: string;
  readonly startTime: string;
  readonly groupCode: string | null;
  readonly groupName: string | null;
  readonly facts: StoredConcernFacts;
}

interface QueueRow {
  readonly cursor: readonly string[];
  readonly entry: QueueEntry;
}

const isOfUnconfirmed = sql`${registrations.confirmBy} is not null and not (
  select ${isPersonConfirmed('a')} from ${accounts} a where a.id = ${registrations.accountId})`;

export const reviewQueue = defineList<'class' | 'course' | 'group' | 'until' | 'mark', 'createdAt', QueueRow>(
  {
    name: 'reviews',
    sources: [
      {
        from: sql`${registrations}`,
        where: sql`${registrations.state} = 'pending'`,
        key: registrations.id,
        organization: registrations.organizationId,
        filters: {
          class: (code) =>
            sql`${registrations.classId} = (select c.id from ${classes} c where c.code = ${code}::text)`,
          // "is true" makes the planner filter the waiting rows instead of starting from the classes.
          course: (code) => sql`(${registrations.classId} in (
          select c.id from ${classes} c join ${courses} q on q.id = c.course_id where q.code = ${code}::text)) is true`,
          group: (code) =>
            sql`${registrations.groupId} = (select g.id from ${groups} g where g.code = ${code}::text)`,
          mark: (mark) => sql`(case ${mark}::text
          when 'unconfirmed' then ${isOfUnconfirmed}
          else ${countSameNetwork(registrations)} >= ${sql.raw(`${MIN_SAME_NETWORK}`)} end) is true`,
          until: (time) => sql`${registrations.createdAt} <= ${time}::timestamptz`,
        },
        sorts: { createdAt: [registrations.createdAt, registrations.id] },
      },
    ],
    types: { createdAt: ['timestamptz', 'bigint'] },
    selective: ['class', 'group'],
    columns: sql`json_build_object('id', r.id, 'version', ${versionOf(sql`r.id`)}, 'createdAt', r.created_at, 'accountId', a.id, 'name', a.chinese_name,
    'identity', a.account, 'classCode', c.code, 'course', q.chinese_name, 'organization', o.name,
    'startTime', c.start_time, 'groupCode', g.code, 'groupName', g.name, 'facts', ${factsAsJson}) as entry`,
    joins: sql`
    join ${registrations} r on r.id = page.key
    join ${accounts} a on a.id = r.account_id
    join ${classes} c on c.id = r.class_id
    join ${courses} q on q.id = c.course_id
    join ${organizations} o on o.id = c.organization_id
    left join ${groups} g on g.id = r.group_id`,
  },
);

/*
 * How many registrations wait, by class and group. Reads at most `COUNTED_MAX + 1` registrations of each organisation,
 * the oldest, so that its cost does not grow with the queue. `isMore`: the organisation has more, so that each of its
 * counts may be too low.
 */
const waitingCounts = statement<{
  classCode: string;
  course: string;
  courseCode: string;
  startTime: string;
  organizationId: number;
  organization: string;
  groupCode: string | null;
  groupName: string | null;
  waiting: number;
  isMore: boolean;
}>(
  'review_filters',
  sql`
    select c.code as "classCode", q.chinese_name as course, q.code as "courseCode", c.start_time as "startTime",
      o.id as "organizationId", o.name as organization, g.code as "groupCode", g.name as "groupName",
      waiting.count::int as waiting, waiting.is_more as "isMore"
    from unnest(${sql.placeholder('organizations')}::int[]) as scope (id)
    cross join lateral (
      select oldest.class_id, oldest.group_id, count(*), sum(count(*)) over () > ${sql.raw(String(COUNTED_MAX))} as is_more
      from (
        select r.class_id, r.group_id from ${registrations} r
        where r.organization_id = scope.id and r.state = 'pending'
        order by r.created_at, r.id limit ${sql.raw(String(COUNTED_MAX + 1))}
      ) oldest
      group by oldest.class_id, oldest.group_id
    ) waiting
    -- There are few waiting rows and many classes: offset 0 keeps the planner from reading all classes and groups for a
    -- hash join.
    join lateral (select * from ${classes} where id = waiting.class_id offset 0) c on true
    join ${courses} q on q.id = c.course_id
    join ${organizations} o on o.id = c.organization_id
    left join lateral (select * from ${groups} where id = waiting.group_id offset 0) g on true
    order by c.start_time, c.code, g.code`,
);

export const findWaitingCounts = async (db: Executor, actor: Staff, organization: number | undefined) => {
  const scope = narrowScope(scopeOfStaff(actor, 'person.read'), organization);
  return waitingCounts(db, { organizations: await organizationIds(db, scope) });
};

export type WaitingCount = Awaited<ReturnType<typeof findWaitingCounts>>[number];
