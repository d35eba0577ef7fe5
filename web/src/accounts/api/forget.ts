import { forget } from '@portal/contract/passwords';
import { type CallOptions, call } from '../../platform/api.ts';
import { useSending } from '../../platform/use-sending.ts';

/** Asks for the mail with the link. */
export const useForget = () =>
  useSending({ mutationFn: (body: CallOptions<typeof forget>['body']) => call(forget, { body }) });
