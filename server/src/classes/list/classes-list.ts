import type { ClassPhase, ClassState } from '@portal/contract/office/classes';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { courses, organizations } from '../../catalogue/tables.ts';
import { registrations } from '../../enrolment/tables.ts';
import { defineList } from '../../platform/database/list.ts';
import { isTaughtBy } from '../../staff/scope.ts';
import { versionOf } from '../acts/class-version.ts';
import { classes } from '../tables.ts';

export interface ClassListRow {
  readonly cursor: readonly string[];
  readonly id: string;
  readonly code: string;
  readonly course: string;
  readonly organization: string;
  readonly state: ClassState;
  readonly startTime: string;
  readonly place: string;
  readonly limitNumber: number;
  readonly number: number;
  readonly pending: number;
  readonly unpaid: number;
  readonly version: string;
}

const patternsOf = (value: SQLWrapper) => sql`array(
  select '%' || regexp_replace(word, '[\\\\%_]', '\\\\\\&', 'g') || '%' from regexp_split_to_table(search_form(${value}::text), '\\s+') word)`;

const spells = (value: SQLWrapper) => sql`${classes.searchText} like all(${patternsOf(value)})`;

const hasWords = (value: SQLWrapper) =>
  sql`search_parts(${classes.searchText}) @> parts_to_find(search_form(${value}::text)) and ${spells(value)}`;

/** `coalesce` tells PostgreSQL to expect many classes with the words: it would expect none, and sort all classes. */
const hasCommonWords = (value: SQLWrapper) => sql`coalesce(${spells(value)}, false)`;

const startOfMonth = (value: SQLWrapper) =>
  sql`((${value}::text || '-01')::timestamp at time zone 'Asia/Taipei')`;

const inMonth = (value: SQLWrapper) =>
  sql`${classes.startTime} >= ${startOfMonth(value)}
    and ${classes.startTime} < ((${value}::text || '-01')::timestamp + interval '1 month') at time zone 'Asia/Taipei'`;

const countOf = (states: string) =>
  sql`(select count(*)::int from ${registrations} r where r.class_id = c.id and r.state in ${sql.raw(states)})`;

const isLive = sql`${classes.state} in ('published', 'closed')`;

/** The value of each filter is the present time. */
const phases = {
  ahead: (now: SQLWrapper) => sql`${isLive} and ${classes.startTime} > ${now}::timestamptz`,
  open: (now: SQLWrapper) => sql`${classes.state} = 'published' and ${classes.startTime} > ${now}::timestamptz
    and (${classes.applyFrom} is null or ${classes.applyFrom} <= ${now}::timestamptz)
    and (${classes.applyUntil} is null or ${classes.applyUntil} > ${now}::timestamptz)`,
  over: (now: SQLWrapper) =>
    sql`${isLive} and coalesce(${classes.endTime}, ${classes.startTime}) <= ${now}::timestamptz`,
} as const satisfies Record<ClassPhase, (now: SQLWrapper) => SQL>;

/** Returns the filter of a phase as the list takes it. */
export const inPhase = (phase: ClassPhase | undefined, now: Date) =>
  phase === undefined ? {} : { [phase]: now.toISOString() };

const isReached = (value: SQLWrapper) => sql`(
  not (${value}::jsonb -> 'only') @> to_jsonb(${classes.organizationId})
  or ${isTaughtBy(classes.id, sql`(${value}::jsonb ->> 'staff')::bigint`)})`;

export const classesList = defineList<
  'state' | 'published' | ClassPhase | 'month' | 'course' | 'word' | 'series' | 'reach',
  'startTime' | 'code',
  ClassListRow
>({
  name: 'classes',
  sources: [
    {
      from: sql`${classes}`,
      key: classes.id,
      organization: classes.organizationId,
      filters: {
        state: (value) => sql`${classes.state} = ${value}::text`,
        published: (value) => sql`(${classes.publishedAt} is not null) = ${value}::boolean`,
        ...phases,
        month: inMonth,
        course: (value) => sql`${classes.courseId} = ${value}::int`,
        word: hasWords,
        series: (value) => sql`${classes.seriesId} = ${value}::bigint`,
        reach: isReached,
      },
      sorts: { startTime: [classes.startTime, classes.id], code: [classes.code] },
    },
  ],
  types: { startTime: ['timestamptz', 'bigint'], code: ['text'] },
  selective: ['word', 'series'],
  common: { filter: 'word', withoutIndex: hasCommonWords },
  columns: sql`
    page.key as id, c.code, t.chinese_name as course, o.name as organization, c.state,
    to_json(c.start_time) #>> '{}' as "startTime", c.place, c.limit_number as "limitNumber", c.number,
    ${countOf("('pending')")} as pending, ${countOf("('unpaid', 'reported')")} as unpaid,
    ${versionOf(sql`c.id`)} as version`,
  joins: sql`
    join ${classes} c on c.id = page.key
    join ${courses} t on t.id = c.course_id
    join ${organizations} o on o.id = c.organization_id`,
});
