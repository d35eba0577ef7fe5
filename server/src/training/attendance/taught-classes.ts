import { addDays, today } from '@portal/contract/dates';
import { RESULTS_DAYS } from '@portal/contract/office/training';
import { and, asc, eq, gte, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import { courses, organizations } from '../../catalogue/tables.ts';
import { classes, classSessions } from '../../classes/tables.ts';
import { registrations } from '../../enrolment/tables.ts';
import type { Executor } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { withinClasses } from '../../staff/scope.ts';

interface StaffView {
  readonly staff: Staff;
  readonly organization?: number | undefined;
  readonly now: Date;
}

const MAX_CLASSES = 100;
const endTime = sql<Date>`coalesce(${classes.endTime}, ${classes.startTime})`.mapWith(classes.startTime);
const confirmed = sql`${registrations.classId} = ${classes.id} and ${registrations.state} = 'confirmed'`;
const people = sql<number>`(select count(*)::int from ${registrations} where ${confirmed})`;
const missing = sql<number>`(select count(*)::int from ${registrations} where ${confirmed} and ${registrations.result} is null)`;

const hoursOn = (day: string) => sql<string[]>`array(
  select to_char(${classSessions.fromTime}, 'HH24:MI') || '–' || to_char(${classSessions.toTime}, 'HH24:MI')
  from ${classSessions} where ${classSessions.classId} = ${classes.id} and ${classSessions.date} = ${day}::date
  order by ${classSessions.fromTime})`;

const find = (db: Executor, now: Date, where: SQL | undefined) =>
  db
    .select({
      ...{ id: classes.id, code: classes.code, course: courses.chineseName, place: classes.place },
      ...{ organization: organizations.name, endTime, people, missing, hoursToday: hoursOn(today(now)) },
    })
    .from(classes)
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .innerJoin(organizations, eq(organizations.id, classes.organizationId))
    .where(and(isNotNull(classes.publishedAt), where))
    .orderBy(asc(endTime), asc(classes.id))
    .limit(MAX_CLASSES);
export type TaughtRow = Awaited<ReturnType<typeof find>>[number];

export const findClassesOfToday = (db: Executor, { staff, organization, now }: StaffView) =>
  find(
    db,
    now,
    and(
      withinClasses(staff, 'attendance.read', organization),
      sql`exists (select 1 from ${classSessions}
        where ${classSessions.classId} = ${classes.id} and ${classSessions.date} = ${today(now)})`,
    ),
  );

const lacksResults = ({ now }: StaffView): SQL | undefined =>
  and(
    lt(endTime, now),
    gte(endTime, new Date(`${addDays(today(now), -RESULTS_DAYS)}T00:00:00+08:00`)),
    sql`exists (select 1 from ${registrations} where ${confirmed} and ${registrations.result} is null)`,
  );

export const findClassesWithoutResults = (db: Executor, view: StaffView) =>
  find(db, view.now, and(withinClasses(view.staff, 'result.read', view.organization), lacksResults(view)));

export const countMissingResults = async (db: Executor, view: StaffView) => {
  const [found] = await db
    .select({
      count: sql<number>`count(*)::int`,
      oldestAt: sql<Date | null>`min(${endTime})`.mapWith(classes.startTime),
    })
    .from(classes)
    .where(
      and(
        isNotNull(classes.publishedAt),
        withinClasses(view.staff, 'result.write', view.organization),
        lacksResults(view),
      ),
    );
  return found ?? { count: 0, oldestAt: null };
};
