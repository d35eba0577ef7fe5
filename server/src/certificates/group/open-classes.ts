import { and, asc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { courses, organizations } from '../../catalogue/tables.ts';
import { classes } from '../../classes/tables.ts';
import type { Executor } from '../../platform/database/database.ts';
import { preparedSelect } from '../../platform/database/statement.ts';

const { placeholder } = sql;

/** Enough to choose from. */
const MAX_CLASSES = 20;

const now = sql`${placeholder('now')}::timestamptz`;

/* The same conditions as `groupObstacle` of the catalogue, which the enrolment applies. */
const openClasses = preparedSelect('open_classes_of_kind', (query) =>
  query
    .select({
      organization: organizations.name,
      code: classes.code,
      train: courses.chineseName,
      startTime: classes.startTime,
      place: classes.place,
      limitNumber: classes.limitNumber,
      number: classes.number,
      fee: classes.fee,
    })
    .from(classes)
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .innerJoin(organizations, eq(organizations.id, classes.organizationId))
    .where(
      and(
        eq(courses.certificateKindId, placeholder('kindId')),
        sql`${classes.publishedAt} is not null and ${classes.state} = 'published'`,
        gt(classes.startTime, now),
        eq(classes.groupAllow, true),
        or(isNull(classes.groupId), eq(classes.groupId, placeholder('groupId'))),
        sql`coalesce(${classes.applyFrom} <= ${now}, true) and coalesce(${classes.applyUntil} > ${now}, true)`,
        lt(classes.number, classes.limitNumber),
      ),
    )
    .orderBy(asc(classes.startTime), asc(classes.id))
    .limit(MAX_CLASSES),
);

export type OpenClass = Awaited<ReturnType<typeof openClasses>>[number];

/** The classes in which the group can enrol now and that give the kind, the first to start at the top. */
export const findOpenClasses = (
  db: Executor,
  wanted: { kindId: number; groupId: number },
  at: Date,
): Promise<OpenClass[]> => openClasses(db, { ...wanted, now: at });
