import { login } from '@portal/contract/accounts';
import type { CallOptions } from '@portal/kit/browser/call.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { call } from '../../platform/api.ts';
import { clearDraftsOfOthers } from '../../platform/draft.ts';
import { logIn } from '../../platform/session.ts';

/** Logs in and keeps the answer; guards and pages follow by themselves. */
export const useLogin = () =>
  useSending({
    mutationFn: (body: CallOptions<typeof login>['body']) => call(login, { body }),
    onSuccess: (answer) => {
      logIn(answer);
      clearDraftsOfOthers();
    },
  });
