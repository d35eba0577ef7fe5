import { and, asc, eq, gt, ilike, isNotNull, ne, or, type SQL } from 'drizzle-orm';
import { courses, organizations } from '../../catalogue/tables.ts';
import { classes } from '../../classes/tables.ts';
import { groups } from '../../groups/tables.ts';
import type { Executor } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { withinScope } from '../../staff/scope.ts';
import { registrations } from '../tables.ts';

const CLASSES_MAX = 50;

interface StaffView {
  readonly actor: Staff;
  readonly now: Date;
  /** Narrows the scope. */
  readonly organization?: number | undefined;
}

const upcoming = (db: Executor, wanted: SQL | undefined, { actor, now, organization }: StaffView) =>
  db
    .select({
      class: classes,
      course: courses.chineseName,
      organization: organizations.name,
      groupName: groups.name,
    })
    .from(classes)
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .innerJoin(organizations, eq(organizations.id, classes.organizationId))
    .leftJoin(groups, eq(groups.id, classes.groupId))
    .where(
      and(
        isNotNull(classes.publishedAt),
        gt(classes.startTime, now),
        withinScope(actor, 'registration.review', classes.organizationId, organization),
        wanted,
      ),
    )
    .orderBy(asc(classes.startTime), asc(classes.id))
    .limit(CLASSES_MAX);

export type UpcomingClass = Awaited<ReturnType<typeof upcoming>>[number];

const containing = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`;

/** Finds classes even if staff cannot enrol anybody in them: the presenter adds the obstacle. */
export const findClassesToEnrolIn = (db: Executor, search: string, view: StaffView) => {
  const pattern = containing(search);
  return upcoming(db, or(ilike(classes.code, pattern), ilike(courses.chineseName, pattern)), view);
};

/** Null outside the actor's scope. */
export const findRegistrationToMove = async (db: Executor, registrationId: number, actor: Staff) => {
  const [found] = await db
    .select({ registration: registrations, class: classes })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .where(
      and(
        eq(registrations.id, registrationId),
        withinScope(actor, 'registration.review', classes.organizationId),
      ),
    );
  return found ?? null;
};

export const findMoveTargets = (db: Executor, from: { id: number; courseId: number }, view: StaffView) =>
  upcoming(db, and(eq(classes.courseId, from.courseId), ne(classes.id, from.id)), view);
