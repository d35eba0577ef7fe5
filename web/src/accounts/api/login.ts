import { login } from '@portal/contract/accounts';
import { type CallOptions, call } from '../../platform/api.ts';
import { clearDraftsOfOthers } from '../../platform/draft.ts';
import { logIn } from '../../platform/session.ts';
import { useSending } from '../../platform/use-sending.ts';

/** Logs in and keeps the answer; guards and pages follow by themselves. */
export const useLogin = () =>
  useSending({
    mutationFn: (body: CallOptions<typeof login>['body']) => call(login, { body }),
    onSuccess: (answer) => {
      logIn(answer);
      clearDraftsOfOthers();
    },
  });
