import { paymentCheck } from '@portal/contract/payment';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';

/** Requested at each visit and then left alone, because a form begins with it. */
export const paymentCheckQuery = (code: string, group: string | undefined) =>
  queryOptions({
    queryKey: ['payments', code, group],
    queryFn: ({ signal }) => call(paymentCheck, { params: { code }, query: { group }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
