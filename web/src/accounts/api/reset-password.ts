import { resetPassword } from '@portal/contract/passwords';
import { type CallOptions, call } from '../../platform/api.ts';
import { useSending } from '../../platform/use-sending.ts';
import { logOutEverywhere } from './logout.ts';

/** Sets a new password by the link; whoever is logged in here logs in anew. */
export const useResetPassword = () =>
  useSending({
    mutationFn: (body: CallOptions<typeof resetPassword>['body']) => call(resetPassword, { body }),
    onSuccess: logOutEverywhere,
  });
