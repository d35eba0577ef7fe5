import { notify } from '@portal/kit/browser/notices.ts';
import { useNavigate } from 'react-router';
import { paths } from '../platform/paths.ts';
import { loginText } from '../text/zh-TW/accounts-login.ts';
import { logOutEverywhere } from './api/logout.ts';

/** Navigates first, so that no guard sees a guest on a page for trainees. */
export const useLogOut = (): (() => void) => {
  const navigate = useNavigate();
  return () => {
    navigate(paths.home.to());
    logOutEverywhere();
    notify(loginText.loggedOut);
  };
};
