import { checkInCode } from '@portal/contract/training';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';

export const checkInCodeQuery = (code: string) =>
  queryOptions({
    queryKey: ['check-in', code],
    queryFn: ({ signal }) => call(checkInCode, { params: { code }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
