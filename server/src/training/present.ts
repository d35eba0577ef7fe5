import { isoTaipei } from '@portal/contract/dates';
import type { ClassMember, GroupClassRoster, Scores, TrainingRecord } from '@portal/contract/training';
import type { PublicClass } from '../catalogue/queries.ts';
import { mayEditRoster } from '../enrolment/policy.ts';
import { WIRE } from '../enrolment/states.ts';
import type { OwnGroup } from '../groups/queries.ts';
import { cleanHtml } from '../platform/http/html.ts';
import type { findScores, GroupTraining, TrainingRecordRow } from './queries.ts';

export const presentTrainingRecord = (row: TrainingRecordRow): TrainingRecord => ({
  id: row.id,
  organization: { name: row.organization },
  code: row.code,
  train_class: { no: row.courseCode, chinese_name: row.course },
  start_time: isoTaipei(row.startTime),
  state: row.result,
  can_check_in: row.result === null,
  hours: row.hours,
  fee: row.fee,
  can_see_class: row.published,
});

type ShownScores = NonNullable<Awaited<ReturnType<typeof findScores>>>;

export const presentScores = ({ person, course, scores }: ShownScores): Scores => ({
  user_name: person ?? '',
  train_class: course,
  data: scores.map(({ id, subject, score, passScore }) => ({
    id,
    test_subject: subject,
    score,
    pass_score: passScore,
  })),
});

interface ShownRoster {
  readonly group: OwnGroup;
  readonly trainingClass: PublicClass;
  /** It is not sanitised yet. */
  readonly html: string;
  readonly rows: readonly GroupTraining[];
}

const asBoolean = (value: 1 | 0 | null): boolean | null => (value === null ? null : value === 1);

const presentName = ({ accountId, name }: GroupTraining): ClassMember => ({
  id: accountId,
  name: name ?? '',
  enable: null,
  paid: null,
  situation: null,
  reason: null,
  scores: null,
  state: null,
});

const presentClassMember = (row: GroupTraining): ClassMember => ({
  ...presentName(row),
  enable: asBoolean(WIRE[row.state].enable),
  paid: asBoolean(WIRE[row.state].paid),
  situation: row.state,
  reason: row.reason,
  scores: row.scores.map(({ id, subject, score, passScore }) => ({
    id,
    name: subject,
    score,
    pass_score: passScore,
  })),
  state: row.result,
});

/** Members see only the names of others. */
export const presentClassRoster = (
  { group, trainingClass, html, rows }: ShownRoster,
  viewer: number,
  now: Date,
): GroupClassRoster => ({
  classInfo: {
    group_name: group.name,
    organization: trainingClass.organization,
    code: trainingClass.code,
    name: trainingClass.train,
    start_time: isoTaipei(trainingClass.startTime),
    place: trainingClass.place,
    html: cleanHtml(html) || null,
    can_edit_roster: mayEditRoster(
      { managed: group.role === 'manager', startTime: trainingClass.startTime },
      now,
    ),
  },
  data: rows.map((row) =>
    group.role === 'manager' || row.accountId === viewer ? presentClassMember(row) : presentName(row),
  ),
});
