import { common } from '@portal/kit/text/zh-TW/common.ts';
import { AlertDialog } from '@portal/kit/ui/dialog.tsx';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../platform/paths.ts';
import { returnAddressIn } from '../platform/return-address.ts';
import { dismissSessionEnd, useSessionEnded } from '../platform/session.ts';
import { frame } from '../text/zh-TW/frame.ts';
import { returnAddressOf } from './guards.tsx';
import { focusHeading } from './scroll-and-focus.ts';

/** After any 401 (specification §8). The login returns to this page. */
export const SessionEndedDialog = () => {
  const ended = useSessionEnded();
  const navigate = useNavigate();
  const location = useLocation();
  const logInAgain = () => {
    const isLoginPage = location.pathname === paths.login.to();
    const from = isLoginPage ? returnAddressIn(location.state) : returnAddressOf(location);
    navigate(paths.login.to(), { replace: isLoginPage, state: { from } });
    dismissSessionEnd();
    // After the dialog has returned the focus to the former page.
    setTimeout(focusHeading);
  };
  return (
    <AlertDialog
      buttonLabel={frame.logInAgain}
      kind="info"
      onClose={logInAgain}
      open={ended}
      text={frame.sessionEnded}
      title={common.notice}
    />
  );
};
