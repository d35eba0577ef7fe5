import { updatePassword } from '@portal/contract/passwords';
import { type CallOptions, call } from '../../platform/api.ts';
import { keepUpdate } from '../../platform/session.ts';
import { useSending } from '../../platform/use-sending.ts';

/** Changes one's password; this session stays, all others end. */
export const useUpdatePassword = () =>
  useSending({
    mutationFn: (body: CallOptions<typeof updatePassword>['body']) =>
      keepUpdate(call(updatePassword, { body })),
  });
