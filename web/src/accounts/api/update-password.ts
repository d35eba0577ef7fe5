import { updatePassword } from '@portal/contract/passwords';
import type { CallOptions } from '@portal/kit/browser/request.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { call } from '../../platform/api.ts';
import { keepUpdate } from '../../platform/session.ts';

export const useUpdatePassword = () =>
  useSending({
    mutationFn: (body: CallOptions<typeof updatePassword>['body']) =>
      keepUpdate(call(updatePassword, { body })),
  });
