import { type ScoredPerson, type ScoreSheet, saveScores, scoreSheet } from '@portal/contract/office/results';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const scoresQuery = (classId: number) =>
  queryOptions({
    queryKey: ['scores', classId],
    queryFn: ({ signal }) => call(scoreSheet, { params: { id: classId }, signal }),
  });

export const usePeopleChanged = (classId: number) => {
  const queries = useQueryClient();
  return (people: readonly ScoredPerson[]) => {
    const byId = new Map(people.map((person) => [person.registrationId, person]));
    queries.setQueryData(
      scoresQuery(classId).queryKey,
      (sheet: ScoreSheet | undefined) =>
        sheet && { ...sheet, people: sheet.people.map((each) => byId.get(each.registrationId) ?? each) },
    );
  };
};

export interface WantedScore {
  readonly registrationId: number;
  readonly subjectId: number;
  readonly score: number | null;
  readonly version: number;
}

export const sendScores = (classId: number, cells: readonly WantedScore[]) =>
  call(saveScores, { params: { id: classId }, body: { cells: [...cells] } });
