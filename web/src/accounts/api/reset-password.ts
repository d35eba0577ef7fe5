import { resetPassword } from '@portal/contract/passwords';
import type { CallOptions } from '@portal/kit/browser/request.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { call } from '../../platform/api.ts';
import { logOutEverywhere } from './logout.ts';

export const useResetPassword = () =>
  useSending({
    mutationFn: (body: CallOptions<typeof resetPassword>['body']) => call(resetPassword, { body }),
    onSuccess: logOutEverywhere,
  });
