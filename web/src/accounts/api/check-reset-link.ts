import { checkResetLink } from '@portal/contract/passwords';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';

export const resetLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['reset-link', token],
    queryFn: ({ signal }) => call(checkResetLink, { body: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
