import { isoTaipei } from '@portal/contract/dates';
import type { Scores, TrainingRecord } from '@portal/contract/training';
import type { findScores, RecordRow } from './queries.ts';

export const presentTrainingRecord = (row: RecordRow): TrainingRecord => ({
  id: row.id,
  organization: { name: row.organization },
  code: row.code,
  train_class: { no: row.trainClassCode, chinese_name: row.trainClass },
  start_time: isoTaipei(row.startTime),
  state: row.result,
});

type ShownScores = NonNullable<Awaited<ReturnType<typeof findScores>>>;

export const presentScores = ({ person, trainClass, scores }: ShownScores): Scores => ({
  user_name: person ?? '',
  train_class: trainClass,
  data: scores.map(({ id, subject, score }) => ({ id, test_subject: subject, score })),
});
