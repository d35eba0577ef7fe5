import { addDays, today } from '@portal/contract/dates';
import type { Dimension, ReportSubject } from '@portal/contract/office/report-tables';
import { type SQL, sql } from 'drizzle-orm';
import { accounts } from '../../accounts/tables.ts';
import { courses } from '../../catalogue/tables.ts';
import { certificates } from '../../certificates/tables.ts';
import { classes } from '../../classes/tables.ts';
import { registrations } from '../../enrolment/tables.ts';
import { payments } from '../../money/tables.ts';
import type { Executor } from '../../platform/database/database.ts';

export interface ReportQuery {
  readonly subject: ReportSubject;
  readonly by: Dimension;
  /** Months, both included. */
  readonly from: string;
  readonly until: string;
}

export interface Counted {
  readonly key: string;
  readonly numbers: readonly number[];
}

/** First and last day. */
export const daysOf = ({ from, until }: { from: string; until: string }) => {
  const [year = 0, month = 1] = until.split('-').map(Number);
  const next = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  return { from: `${from}-01`, until: addDays(next, -1) };
};

interface Source {
  readonly from: SQL;
  readonly organization: SQL;
  /** The time of a row, of type `timestamptz` or `date`. */
  readonly at: SQL;
  readonly isDate?: true;
  readonly where?: SQL;
  /** `of`: the key by which rows are counted. `code`: the code of the course that the key leads to. */
  readonly course?: { readonly of: SQL; readonly code: SQL };
  readonly numbers: (day: string) => readonly SQL[];
}

const countWhere = (condition: SQL): SQL => sql`count(*) filter (where ${condition})`;

const sources: Readonly<Record<ReportSubject, Source>> = {
  registrations: {
    from: sql`${registrations} r`,
    organization: sql`r.organization_id`,
    at: sql`r.created_at`,
    course: {
      of: sql`r.class_id`,
      code: sql`(select t.code from ${classes} c join ${courses} t on t.id = c.course_id where c.id = counted.key)`,
    },
    numbers: () => [
      sql`count(*)`,
      ...[sql`r.state = 'confirmed'`, sql`r.state = 'cancelled'`].map(countWhere),
      ...[sql`r.result = 1`, sql`r.result = 2`].map(countWhere),
    ],
  },
  payments: {
    from: sql`${payments} r`,
    organization: sql`r.organization_id`,
    at: sql`r.created_at`,
    where: sql`r.ended_at is null`,
    numbers: () => [sql`count(*)`, sql`coalesce(sum(r.amount), 0)`],
  },
  certificates: {
    from: sql`${certificates} r`,
    organization: sql`r.organization_id`,
    at: sql`r.issued_on`,
    isDate: true,
    course: {
      of: sql`r.course_id`,
      code: sql`(select t.code from ${courses} t where t.id = counted.key)`,
    },
    numbers: (day) => [
      sql`count(*)`,
      countWhere(sql`r.state = 'valid' and r.end_time >= ${day}::date`),
      countWhere(sql`r.state = 'revoked'`),
    ],
  },
  expiries: {
    from: sql`${certificates} r`,
    organization: sql`r.organization_id`,
    at: sql`r.end_time`,
    isDate: true,
    // A corrected certificate ends as its replacement does.
    where: sql`r.state in ('valid', 'renewed')`,
    course: {
      of: sql`r.course_id`,
      code: sql`(select t.code from ${courses} t where t.id = counted.key)`,
    },
    numbers: () => [sql`count(*)`, ...[sql`r.state = 'renewed'`, sql`r.state = 'valid'`].map(countWhere)],
  },
  people: {
    from: sql`${accounts} r`,
    organization: sql`r.organization_id`,
    at: sql`r.created_at`,
    numbers: () => [sql`count(*)`, countWhere(sql`r.state`)],
  },
};

const keyOf = ({ at, isDate, organization, course }: Source, by: Dimension): SQL => {
  if (by === 'organization') return organization;
  if (by === 'course') return course?.of ?? sql`''`;
  return isDate ? sql`to_char(${at}, 'YYYY-MM')` : sql`to_char(${at} at time zone 'Asia/Taipei', 'YYYY-MM')`;
};

const isWithin = ({ at, isDate }: Source, { from, until }: { from: string; until: string }): SQL =>
  isDate
    ? sql`${at} >= ${from}::date and ${at} <= ${until}::date`
    : sql`${at} >= ${from}::date::timestamp at time zone 'Asia/Taipei'
        and ${at} < (${until}::date + 1)::timestamp at time zone 'Asia/Taipei'`;

/**
 * Reads the rows of the period by organisation and time, which each table has an index for. Courses are looked up for each
 * class that was counted, not for each row.
 */
export const countReport = async (
  db: Executor,
  query: ReportQuery,
  organizations: readonly number[],
  now: Date,
): Promise<Counted[]> => {
  const source = sources[query.subject];
  const numbers = source.numbers(today(now));
  const names = numbers.map((_, at) => sql.raw(`n${at}`));
  const counts = numbers.map((number, at) => sql`${number} as ${names[at]}`);
  const sums = names.map((name) => sql`sum(${name})`);
  const shownKey = query.by === 'course' ? (source.course?.code ?? sql`''`) : sql`counted.key::text`;
  const { rows } = await db.execute<{ key: string; numbers: string[] }>(sql`
    select ${shownKey} as key, array[${sql.join(sums, sql`, `)}]::text[] as numbers
    from (
      select ${keyOf(source, query.by)} as key, ${sql.join(counts, sql`, `)}
      from ${source.from}
      where ${source.organization} = any(${sql.param([...organizations])}::int[])
        and ${isWithin(source, daysOf(query))} and ${source.where ?? sql`true`}
      group by 1
    ) as counted
    group by 1 order by 1`);
  return rows.map(({ key, numbers: summed }) => ({ key, numbers: summed.map(Number) }));
};
