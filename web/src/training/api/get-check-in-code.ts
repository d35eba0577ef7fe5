import { checkInCode } from '@portal/contract/training';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';

/** 報到碼 of one's own confirmed registration. */
export const checkInCodeQuery = (code: string) =>
  queryOptions({
    queryKey: ['check-in', code],
    queryFn: ({ signal }) => call(checkInCode, { params: { code }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
