import { updatePassword } from '@portal/contract/passwords';
import { useMutation } from '@tanstack/react-query';
import { type CallOptions, call } from '../../platform/api.ts';
import { updateUser } from '../../platform/session.ts';

/** Changes one's password; this session stays, all others end. */
export const useUpdatePassword = () =>
  useMutation({
    mutationFn: (body: CallOptions<typeof updatePassword>['body']) => call(updatePassword, { body }),
    onSuccess: updateUser,
  });
