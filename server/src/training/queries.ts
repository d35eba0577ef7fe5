import { CODE } from '@portal/contract/primitives';
import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import { accounts } from '../accounts/tables.ts';
import { courses, organizations, subjects } from '../catalogue/tables.ts';
import { classes } from '../classes/tables.ts';
import { applicableFee } from '../enrolment/seats/fee.ts';
import type { ShownState } from '../enrolment/states.ts';
import { registrations } from '../enrolment/tables.ts';
import { findRoster, type RosterRow } from '../groups/queries.ts';
import { seatStatusOf } from '../groups/rules.ts';
import type { Executor } from '../platform/database/database.ts';
import { preparedSelect } from '../platform/database/statement.ts';
import { scores } from './tables.ts';

const { placeholder } = sql;

const isTraining = and(
  eq(registrations.accountId, placeholder('accountId')),
  sql`${registrations.state} = 'confirmed'`,
  sql`${classes.startTime} <= ${placeholder('now')}`,
);

const organization = placeholder('organization');
const trainclass = placeholder('trainclass');
// A name equal to another organisation's id takes precedence, as in the list of classes.
const ofOrganization = sql`(${organization} = '' or ${organizations.id} = (
  select o.id from ${organizations} o where o.name = ${organization} or o.id::text = ${organization}
  order by o.name = ${organization} desc limit 1))`;
const ofCourse = sql`(${trainclass} = '' or ${courses.code} = ${trainclass})`;

/* An index finds the few registrations of the person; filters and sorting then need none. */
const records = preparedSelect('find_training_records', (query) =>
  query
    .select({
      id: registrations.id,
      organization: organizations.name,
      code: classes.code,
      courseCode: courses.code,
      course: courses.chineseName,
      startTime: classes.startTime,
      result: registrations.result,
      hours: sql<number>`coalesce(${classes.hours}, ${courses.hours})`,
      fee: applicableFee,
      published: sql<boolean>`${classes.publishedAt} is not null`,
      total: sql`count(*) over ()`.mapWith(Number),
    })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .innerJoin(organizations, eq(organizations.id, classes.organizationId))
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .where(and(isTraining, ofOrganization, ofCourse))
    .orderBy(desc(classes.startTime), desc(registrations.id))
    .limit(placeholder('num'))
    .offset(placeholder('skip')),
);

export type TrainingRecordRow = Omit<Awaited<ReturnType<typeof records>>[number], 'total'>;

interface RecordsRequest {
  readonly accountId: number;
  readonly organization: string;
  readonly trainclass: string;
  readonly num: number;
  /** From 1. */
  readonly page: number;
}

export const findTrainingRecords = async (
  db: Executor,
  { page, num, ...request }: RecordsRequest,
  now: Date,
): Promise<{ rows: TrainingRecordRow[]; total: number }> => {
  const rows = await records(db, { ...request, num, skip: (page - 1) * num, now });
  if (rows.length > 0 || page === 1) return { rows, total: rows[0]?.total ?? 0 };
  // A page past the end has no row with the total.
  const [first] = await records(db, { ...request, num: 1, skip: 0, now });
  return { rows, total: first?.total ?? 0 };
};

const training = preparedSelect('find_training', (query) =>
  query
    .select({
      id: registrations.id,
      person: accounts.chineseName,
      course: courses.chineseName,
    })
    .from(registrations)
    .innerJoin(accounts, eq(accounts.id, registrations.accountId))
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .where(and(isTraining, eq(classes.code, placeholder('code')))),
);

const scoresOf = preparedSelect('find_scores', (query) =>
  query
    .select({
      id: subjects.id,
      subject: subjects.name,
      score: scores.score,
      passScore: subjects.passScore,
    })
    .from(scores)
    .innerJoin(subjects, eq(subjects.id, scores.subjectId))
    .where(eq(scores.registrationId, placeholder('registrationId')))
    .orderBy(asc(subjects.position), asc(subjects.id)),
);

type ScoreRow = Awaited<ReturnType<typeof scoresOf>>[number];

interface ShownScores {
  readonly person: string | null;
  readonly course: string;
  readonly scores: ScoreRow[];
}

/** Returns null if the registration is not among the person's training records. */
export const findScores = async (
  db: Executor,
  { code, accountId }: { code: string; accountId: number },
  now: Date,
): Promise<ShownScores | null> => {
  if (!CODE.test(code)) return null;
  const [found] = await training(db, { code, accountId, now });
  if (!found) return null;
  const { id, person, course } = found;
  return { person, course, scores: await scoresOf(db, { registrationId: id }) };
};

const scoresOfAll = preparedSelect('find_scores_of_all', (query) =>
  query
    .select({
      registrationId: scores.registrationId,
      id: subjects.id,
      subject: subjects.name,
      score: scores.score,
      passScore: subjects.passScore,
    })
    .from(scores)
    .innerJoin(subjects, eq(subjects.id, scores.subjectId))
    .where(sql`${scores.registrationId} = any(${placeholder('registrationIds')}::bigint[])`)
    .orderBy(asc(subjects.position), asc(subjects.id)),
);

type Registered = RosterRow & { readonly registrationId: number; readonly state: ShownState };

const isRegistered =
  (groupId: number) =>
  (row: RosterRow): row is Registered => {
    const seatStatus = seatStatusOf(row, groupId);
    return seatStatus === 'seated' || seatStatus === 'rejected';
  };

export type GroupTraining = Registered & { readonly scores: readonly ScoreRow[] };

/** Leaves out cancelled registrations. Sorts as the roster does. */
export const findGroupTraining = async (
  db: Executor,
  wanted: { classId: number; groupId: number },
): Promise<GroupTraining[]> => {
  const rows = (await findRoster(db, wanted)).filter(isRegistered(wanted.groupId));
  const registrationIds = rows.map(({ registrationId }) => registrationId);
  const found = Map.groupBy(
    await scoresOfAll(db, { registrationIds }),
    ({ registrationId }) => registrationId,
  );
  return rows.map((row) => ({ ...row, scores: found.get(row.registrationId) ?? [] }));
};

export const findOwnRegistration = async (
  db: Executor,
  { code, accountId }: { code: string; accountId: number },
) => {
  if (!CODE.test(code)) return null;
  const [found] = await db
    .select({ id: registrations.id, state: registrations.state })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .where(
      and(
        eq(registrations.accountId, accountId),
        eq(classes.code, code),
        ne(registrations.state, 'cancelled'),
      ),
    )
    .orderBy(desc(registrations.id))
    .limit(1);
  return found ?? null;
};
