import { forget } from '@portal/contract/passwords';
import type { CallOptions } from '@portal/kit/browser/request.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { call } from '../../platform/api.ts';

export const useForget = () =>
  useSending({ mutationFn: (body: CallOptions<typeof forget>['body']) => call(forget, { body }) });
