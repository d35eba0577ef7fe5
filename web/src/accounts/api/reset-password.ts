import { checkResetLink, resetPassword } from '@portal/contract/passwords';
import type { CallOptions } from '@portal/kit/browser/call.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { logOutEverywhere } from './logout.ts';

export const resetLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['reset-link', token],
    queryFn: ({ signal }) => call(checkResetLink, { body: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const useResetPassword = () =>
  useSending({
    mutationFn: (body: CallOptions<typeof resetPassword>['body']) => call(resetPassword, { body }),
    onSuccess: logOutEverywhere,
  });
