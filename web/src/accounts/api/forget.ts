import { forget } from '@portal/contract/passwords';
import { useMutation } from '@tanstack/react-query';
import { type CallOptions, call } from '../../platform/api.ts';

/** Asks for the mail with the link. */
export const useForget = () =>
  useMutation({ mutationFn: (body: CallOptions<typeof forget>['body']) => call(forget, { body }) });
