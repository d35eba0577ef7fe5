import { resetPassword } from '@portal/contract/passwords';
import { useMutation } from '@tanstack/react-query';
import { type CallOptions, call } from '../../platform/api.ts';
import { logOutEverywhere } from './logout.ts';

/** Sets a new password by the link; whoever is logged in here logs in anew. */
export const useResetPassword = () =>
  useMutation({
    mutationFn: (body: CallOptions<typeof resetPassword>['body']) => call(resetPassword, { body }),
    onSuccess: logOutEverywhere,
  });
