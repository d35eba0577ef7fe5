import { addDays, today } from '@portal/contract/dates';
import { MINIMUM_DAYS } from '@portal/contract/office/reports';
import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import { courses } from '../catalogue/tables.ts';
import { classes } from '../classes/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import type { Executor } from '../platform/database/database.ts';
import { organizationsOf, type StaffView } from './organizations-of.ts';

const MAX_OF_EACH = 50;
/** Classes that ended earlier are left to the list of classes. */
const ENDED_DAYS = 180;

const endTime = sql<Date>`coalesce(${classes.endTime}, ${classes.startTime})`.mapWith(classes.startTime);

const find = (db: Executor, ids: readonly number[], where: SQL | undefined, by: SQL) =>
  db
    .select({
      id: classes.id,
      code: classes.code,
      course: courses.chineseName,
      startTime: classes.startTime,
      endTime: classes.endTime,
      missing: sql<number>`greatest(0, coalesce(${classes.minimumNumber}, 0) - ${classes.number})`,
    })
    .from(classes)
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .where(and(inArray(classes.organizationId, [...ids]), where))
    .orderBy(asc(by), asc(classes.id))
    .limit(MAX_OF_EACH);

const isUnpublished = (now: Date) =>
  and(gt(classes.startTime, now), eq(classes.state, 'draft'), isNull(classes.publishAt));

const lacksPeople = (now: Date) =>
  and(
    gt(classes.startTime, now),
    lt(classes.startTime, new Date(`${addDays(today(now), MINIMUM_DAYS + 1)}T00:00:00+08:00`)),
    inArray(classes.state, ['published', 'closed']),
    lt(classes.number, classes.minimumNumber),
  );

/** Selects the classes for which classes/policy.ts allows `complete`. */
const isToComplete = (now: Date) =>
  and(
    isNotNull(classes.publishedAt),
    lte(endTime, now),
    gte(endTime, new Date(`${addDays(today(now), -ENDED_DAYS)}T00:00:00+08:00`)),
    inArray(classes.state, ['published', 'closed']),
    sql`not exists (
      select from ${registrations} where ${registrations.classId} = ${classes.id}
      and (${registrations.state} in ('pending', 'unpaid', 'reported')
        or ${registrations.state} = 'confirmed' and ${registrations.result} is null))`,
  );

export const findClassTasks = async (db: Executor, view: StaffView) => {
  const ids = await organizationsOf(db, 'class.publish', view);
  const [publish, minimum, complete] = await Promise.all([
    find(db, ids, isUnpublished(view.now), sql`${classes.startTime}`),
    find(db, ids, lacksPeople(view.now), sql`${classes.startTime}`),
    find(db, ids, isToComplete(view.now), endTime),
  ]);
  return { publish, minimum, complete };
};
export type ClassTaskRows = Awaited<ReturnType<typeof findClassTasks>>;
