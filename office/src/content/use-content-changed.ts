import { useQueryClient } from '@tanstack/react-query';
import { historyKey } from '../audit/api/keys.ts';
import { contentKey } from './api/keys.ts';

export const useContentChanged = () => {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: contentKey });
    void queries.invalidateQueries({ queryKey: historyKey });
  };
};
