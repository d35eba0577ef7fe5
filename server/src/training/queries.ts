import { CODE } from '@portal/contract/primitives';
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { accounts } from '../accounts/tables.ts';
import { classes, organizations, subjects, trainClasses } from '../catalogue/tables.ts';
import type { ShownState } from '../enrolment/states.ts';
import { registrations } from '../enrolment/tables.ts';
import { findRoster, type RosterRow } from '../groups/queries.ts';
import { standingOf } from '../groups/rules.ts';
import type { Executor } from '../platform/database.ts';
import { preparedSelect } from '../platform/statement.ts';
import { scores } from './tables.ts';

const { placeholder } = sql;

/** What somebody was trained in: their confirmed registrations in classes that have started. */
const isTraining = and(
  eq(registrations.accountId, placeholder('accountId')),
  sql`${registrations.state} = 'confirmed'`,
  sql`${classes.startTime} <= ${placeholder('now')}`,
);

const organization = placeholder('organization');
const trainclass = placeholder('trainclass');
// A name that is another organisation's number wins over that number, as in the list of classes.
const ofOrganization = sql`(${organization} = '' or ${organizations.id} = (
  select o.id from ${organizations} o where o.name = ${organization} or o.id::text = ${organization}
  order by o.name = ${organization} desc limit 1))`;
const ofTrainClass = sql`(${trainclass} = '' or ${trainClasses.code} = ${trainclass})`;

/* A person's registrations are few and found by an index; filters and order are applied to those alone. */
const records = preparedSelect('find_training_records', (query) =>
  query
    .select({
      id: registrations.id,
      organization: organizations.name,
      code: classes.code,
      trainClassCode: trainClasses.code,
      trainClass: trainClasses.chineseName,
      startTime: classes.startTime,
      result: registrations.result,
      total: sql`count(*) over ()`.mapWith(Number),
    })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .innerJoin(organizations, eq(organizations.id, classes.organizationId))
    .innerJoin(trainClasses, eq(trainClasses.id, classes.trainClassId))
    .where(and(isTraining, ofOrganization, ofTrainClass))
    .orderBy(desc(classes.startTime), desc(registrations.id))
    .limit(placeholder('num'))
    .offset(placeholder('skip')),
);

export type RecordRow = Omit<Awaited<ReturnType<typeof records>>[number], 'total'>;

interface RecordsRequest {
  readonly accountId: number;
  /** An organisation's id or name; empty: all. */
  readonly organization: string;
  /** A train class's code; empty: all. */
  readonly trainclass: string;
  readonly num: number;
  /** From 1. */
  readonly page: number;
}

/** A page of a person's training records, the latest class first, and how many there are on all pages. */
export const findTrainingRecords = async (
  db: Executor,
  { page, num, ...request }: RecordsRequest,
  now: Date,
): Promise<{ rows: RecordRow[]; total: number }> => {
  const rows = await records(db, { ...request, num, skip: (page - 1) * num, now });
  if (rows.length > 0 || page === 1) return { rows, total: rows[0]?.total ?? 0 };
  // Past the end no row is there to tell how many come before it.
  const [first] = await records(db, { ...request, num: 1, skip: 0, now });
  return { rows, total: first?.total ?? 0 };
};

const training = preparedSelect('find_training', (query) =>
  query
    .select({
      id: registrations.id,
      person: accounts.chineseName,
      trainClass: trainClasses.chineseName,
    })
    .from(registrations)
    .innerJoin(accounts, eq(accounts.id, registrations.accountId))
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .innerJoin(trainClasses, eq(trainClasses.id, classes.trainClassId))
    .where(and(isTraining, eq(classes.code, placeholder('code')))),
);

const scoresOf = preparedSelect('find_scores', (query) =>
  query
    .select({ id: subjects.id, subject: subjects.name, score: scores.score })
    .from(scores)
    .innerJoin(subjects, eq(subjects.id, scores.subjectId))
    .where(eq(scores.registrationId, placeholder('registrationId')))
    .orderBy(asc(subjects.position), asc(subjects.id)),
);

type ScoreRow = Awaited<ReturnType<typeof scoresOf>>[number];

interface ShownScores {
  readonly person: string | null;
  readonly trainClass: string;
  readonly scores: ScoreRow[];
}

/** How the person did in the class of that code; null where it is none of their training records. */
export const findScores = async (
  db: Executor,
  { code, accountId }: { code: string; accountId: number },
  now: Date,
): Promise<ShownScores | null> => {
  if (!CODE.test(code)) return null;
  const [found] = await training(db, { code, accountId, now });
  if (!found) return null;
  const { id, person, trainClass } = found;
  return { person, trainClass, scores: await scoresOf(db, { registrationId: id }) };
};

const scoresOfAll = preparedSelect('find_scores_of_all', (query) =>
  query
    .select({
      registrationId: scores.registrationId,
      id: subjects.id,
      subject: subjects.name,
      score: scores.score,
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
    const standing = standingOf(row, groupId);
    return standing === 'seated' || standing === 'refused';
  };

/** Somebody's registration through a group, and how they did. */
export type GroupTraining = Registered & { readonly scores: readonly ScoreRow[] };

/** The last registration of each of the group's people in a class, cancelled ones left out, in the order of the roster. */
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
