import type { ScoredPerson } from '@portal/contract/office/training';
import { useQueryClient } from '@tanstack/react-query';
import { scoresQuery } from '../api/get-scores.ts';

export const usePeopleChanged = (classId: number) => {
  const queries = useQueryClient();
  return (people: readonly ScoredPerson[]) => {
    const byId = new Map(people.map((person) => [person.registrationId, person]));
    queries.setQueryData(
      scoresQuery(classId).queryKey,
      (sheet) =>
        sheet && { ...sheet, people: sheet.people.map((each) => byId.get(each.registrationId) ?? each) },
    );
  };
};
