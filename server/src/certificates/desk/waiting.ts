import { addDays, today } from '@portal/contract/dates';
import { ISSUE_LISTED_DAYS } from '@portal/contract/office/certificate-issuing';
import type { Right } from '@portal/contract/rights';
import { and, asc, eq, gt, gte, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { certificateKinds, courses, organizations } from '../../catalogue/tables.ts';
import { classes } from '../../classes/tables.ts';
import { registrations } from '../../enrolment/tables.ts';
import type { Executor } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { withinClassScope } from '../../staff/scope.ts';
import { certificates } from '../tables.ts';
import { lastDay } from './candidates.ts';

interface StaffView {
  readonly staff: Staff;
  readonly organization?: number | undefined;
  readonly now: Date;
}

const MAX_CLASSES = 100;

/** People who have passed and hold neither a certificate of the class nor a valid one of its kind. */
const waitingOf = (day: string): SQL<number> => sql<number>`(
  select count(*)::int from ${registrations} r
  where r.class_id = ${classes.id} and r.state = 'confirmed' and r.result = 1
    and not exists (select from ${certificates} c where c.registration_id = r.id and c.state <> 'revoked')
    and not exists (
      select from ${certificates} c
      where c.account_id = r.account_id and c.kind_id = ${courses.certificateKindId}
        and c.state = 'valid' and c.end_time >= ${day}::date))`;

const classesWaiting = (db: Executor, right: Right, { staff, organization, now }: StaffView) => {
  const end = sql`coalesce(${classes.endTime}, ${classes.startTime})`;
  return db
    .select({
      id: classes.id,
      code: classes.code,
      course: sql<string>`${courses.chineseName}`.as('course'),
      organization: sql<string>`${organizations.name}`.as('organization'),
      kind: sql<string>`${certificateKinds.name}`.as('kind'),
      lastDay: lastDay.as('last_day'),
      waiting: waitingOf(today(now)).as('waiting'),
    })
    .from(classes)
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .innerJoin(certificateKinds, eq(certificateKinds.id, courses.certificateKindId))
    .innerJoin(organizations, eq(organizations.id, classes.organizationId))
    .where(
      and(
        isNotNull(classes.publishedAt),
        // Another system issued the certificates of its classes.
        isNull(classes.importedAt),
        lt(end, now),
        gte(end, new Date(`${addDays(today(now), -ISSUE_LISTED_DAYS)}T00:00:00+08:00`)),
        withinClassScope(staff, right, classes.organizationId, organization),
      ),
    )
    .as('waiting_classes');
};

/** Returns the classes that ended first at the top. */
export const findClassesToIssue = (db: Executor, view: StaffView) => {
  const found = classesWaiting(db, 'certificate.read', view);
  return db
    .select()
    .from(found)
    .where(gt(found.waiting, 0))
    .orderBy(asc(found.lastDay), asc(found.id))
    .limit(MAX_CLASSES);
};
export type ClassToIssueRow = Awaited<ReturnType<typeof findClassesToIssue>>[number];

/** The people who wait for a certificate, and the end of the training of those who wait longest. */
export const countWaitingCertificates = async (db: Executor, view: StaffView) => {
  const found = classesWaiting(db, 'certificate.issue', view);
  const [sum] = await db
    .select({
      count: sql<number>`coalesce(sum(${found.waiting}), 0)::int`,
      oldestAt: sql<Date | null>`min(${found.lastDay})::timestamp at time zone 'Asia/Taipei'`.mapWith(
        classes.startTime,
      ),
    })
    .from(found)
    .where(gt(found.waiting, 0));
  return sum ?? { count: 0, oldestAt: null };
};
