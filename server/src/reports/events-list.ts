import { type SQLWrapper, sql } from 'drizzle-orm';
import { mergedParts } from '../accounts/merging/merged-parts.ts';
import { accounts } from '../accounts/tables.ts';
import { eventColumns } from '../audit/history.ts';
import { auditEvents, notByTrainee } from '../audit/tables.ts';
import { organizations } from '../catalogue/tables.ts';
import { certificates } from '../certificates/tables.ts';
import { classes } from '../classes/tables.ts';
import { registrationEvents, registrations } from '../enrolment/tables.ts';
import { groups } from '../groups/tables.ts';
import { jobs } from '../jobs/tables.ts';
import { endOfDay, startOfDay } from '../platform/database/days.ts';
import { defineList } from '../platform/database/list.ts';
import { staffAccounts } from '../staff/tables.ts';

export interface EventRow {
  readonly cursor: readonly string[];
  readonly key: string;
  readonly at: string;
  readonly actor: string;
  readonly actorName: string | null;
  readonly action: string;
  readonly subject: string;
  readonly subjectId: string | null;
  readonly subjectName: string | null;
  readonly person: { readonly id: number; readonly name: string } | null;
  readonly organization: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

const kindOf = (thing: unknown) => sql`split_part(${thing}::text, ':', 1)`;
const idOf = (thing: unknown) => sql`split_part(${thing}::text, ':', 2)::bigint`;

const source = (events: typeof auditEvents | typeof registrationEvents, name: string) => ({
  from: sql`${events}`,
  where: notByTrainee(events.actor),
  key: events.id,
  organization: events.organizationId,
  sorts: { at: [events.at, sql`${sql.raw(`'${name}'`)}::text`, events.id] },
});

const timeAndAction = (events: typeof auditEvents | typeof registrationEvents) => ({
  actor: (value: SQLWrapper) => sql`${events.actor} = ${value}::text`,
  action: (value: SQLWrapper) => sql`${events.action} = ${value}::text`,
  from: (value: SQLWrapper) => sql`${events.at} >= ${startOfDay(value)}`,
  until: (value: SQLWrapper) => sql`${events.at} < ${endOfDay(value)}`,
});

const thingsOf = (account: SQLWrapper) => sql`
  select 'account', ${account}::bigint
  union all select 'account', part.id from ${mergedParts(sql`${account}::bigint`)} as part
  union all select 'registration', r.id from ${registrations} r where r.account_id = ${account}::bigint
  union all select 'certificate', x.id from ${certificates} x where x.account_id = ${account}::bigint`;

const personOf = (id: unknown) => sql`(select a.chinese_name from ${accounts} a where a.id = ${id})`;

/** Leaves out events of trainees about themselves. */
export const eventsList = defineList<
  'actor' | 'action' | 'subject' | 'thing' | 'account' | 'from' | 'until',
  'at',
  EventRow
>({
  name: 'events',
  sources: [
    {
      ...source(auditEvents, 'audit'),
      filters: {
        ...timeAndAction(auditEvents),
        subject: (value) => sql`${auditEvents.subject} = ${value}::text`,
        thing: (value) =>
          sql`${auditEvents.subject} = ${kindOf(value)} and ${auditEvents.subjectId} = ${idOf(value)}`,
        account: (value) => sql`(${auditEvents.subject}, ${auditEvents.subjectId}) in (${thingsOf(value)})`,
      },
    },
    {
      ...source(registrationEvents, 'registration'),
      filters: {
        ...timeAndAction(registrationEvents),
        subject: (value) => sql`${value}::text = 'registration'`,
        thing: (value) =>
          sql`${kindOf(value)} = 'registration' and ${registrationEvents.registrationId} = ${idOf(value)}`,
        account: (value) => sql`${registrationEvents.registrationId} in (
          select r.id from ${registrations} r where r.account_id = ${value}::bigint)`,
      },
    },
  ],
  types: { at: ['timestamptz', 'text', 'bigint'] },
  selective: ['thing', 'account'],
  columns: sql`
    page.sort1 || '-' || page.key as key, to_json(page.sort0) #>> '{}' as at,
    event.actor, event."actorName", event.action, event.subject, event.subject_id as "subjectId", event.before, event.after,
    case event.subject
      when 'account' then ${personOf(sql`event.subject_id`)}
      when 'certificate' then (select c.number from ${certificates} c where c.id = event.subject_id)
      when 'class' then (select c.code from ${classes} c where c.id = event.subject_id)
      when 'job' then (select j.title from ${jobs} j where j.id = event.subject_id)
      when 'group' then (select g.name from ${groups} g where g.id = event.subject_id)
      when 'organization' then (select o.name from ${organizations} o where o.id = event.subject_id)
      when 'registration' then (
        select c.code from ${registrations} r join ${classes} c on c.id = r.class_id where r.id = event.subject_id)
      when 'staff' then (select s.name from ${staffAccounts} s where s.id = event.subject_id)
    end as "subjectName",
    case event.subject when 'registration' then (
      select json_build_object('id', a.id, 'name', coalesce(a.chinese_name, a.account)) from ${registrations} r
      join ${accounts} a on a.id = r.account_id where r.id = event.subject_id) end as person,
    (select o.name from ${organizations} o where o.id = event.organization_id) as organization`,
  joins: sql`
    cross join lateral (
      select ${eventColumns.audit} from ${auditEvents} e where page.sort1 = 'audit' and e.id = page.key
      union all
      select ${eventColumns.registration} from ${registrationEvents} e where page.sort1 = 'registration' and e.id = page.key
    ) as event`,
});
