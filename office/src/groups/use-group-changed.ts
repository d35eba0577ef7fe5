import { useQueryClient } from '@tanstack/react-query';
import { historyKey } from '../audit/api/keys.ts';
import { listKey } from '../lists/list.ts';
import { groupKey } from './api/keys.ts';

export const useGroupChanged = () => {
  const queries = useQueryClient();
  return () => {
    for (const queryKey of [listKey('groups'), groupKey, historyKey])
      void queries.invalidateQueries({ queryKey });
  };
};
