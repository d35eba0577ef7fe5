import { useQueryClient } from '@tanstack/react-query';
import { historyKey } from '../../audit/api/keys.ts';
import { coursesKey } from '../api/keys.ts';

export const useCoursesChanged = () => {
  const queries = useQueryClient();
  return () => {
    queries.invalidateQueries({ queryKey: coursesKey });
    queries.invalidateQueries({ queryKey: historyKey });
  };
};
