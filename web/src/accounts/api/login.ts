import { login } from '@portal/contract/accounts';
import { clearNotices } from '@portal/kit/browser/notices.ts';
import type { CallOptions } from '@portal/kit/browser/request.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../../platform/api.ts';
import { clearDraftsOfOthers } from '../../platform/draft.ts';
import { paths } from '../../platform/paths.ts';
import { logIn } from '../../platform/session.ts';

export const useLogin = () => {
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  return useSending({
    mutationFn: (body: CallOptions<typeof login>['body']) => call(login, { body }),
    onSuccess: (answer) => {
      logIn(answer);
      clearNotices();
      clearDraftsOfOthers();
      if (!answer.user.state) navigate(paths.profile.to(), { replace: pathname === paths.login.to(), state });
    },
  });
};
