import { scores } from '@portal/contract/training';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';

export const scoresQuery = (code: string) =>
  queryOptions({
    queryKey: ['training', 'scores', code],
    queryFn: ({ signal }) => call(scores, { params: { code }, signal }),
    staleTime: 0,
  });
