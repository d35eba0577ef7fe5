import { common } from '@portal/kit/text/zh-TW/common.ts';
import { AlertDialog } from '@portal/kit/ui/dialog.tsx';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../platform/paths.ts';
import { storedReturnAddress } from '../platform/return-address.ts';
import { dismissSessionEnd, useSessionEnded } from '../platform/session.ts';
import { frameText } from '../text/zh-TW/frame.ts';
import { addressToReturnTo } from './guards.tsx';
import { focusHeading } from './scroll-and-focus.ts';

/** Shown after a 401 (specification §8), unless another tab has renewed the token. The login leads back to this page. */
export const SessionEndedDialog = () => {
  const ended = useSessionEnded();
  const navigate = useNavigate();
  const location = useLocation();
  const logInAgain = () => {
    const isLoginPage = location.pathname === paths.login.to();
    const from = isLoginPage ? storedReturnAddress(location.state) : addressToReturnTo(location);
    navigate(paths.login.to(), { replace: isLoginPage, state: { from } });
    dismissSessionEnd();
    // Wait until the dialog has returned the focus to the former page.
    setTimeout(focusHeading);
  };
  return (
    <AlertDialog
      buttonLabel={frameText.logInAgain}
      kind="info"
      onClose={logInAgain}
      open={ended}
      text={frameText.sessionEnded}
      title={common.notice}
    />
  );
};
