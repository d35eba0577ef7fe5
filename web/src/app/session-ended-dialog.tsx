import { common } from '@portal/kit/text/zh-TW/common.ts';
import { AlertDialog } from '@portal/kit/ui/dialog.tsx';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../platform/paths.ts';
import { dismissSessionEnd, useSessionEnded } from '../platform/session.ts';
import { frame } from '../text/zh-TW/frame.ts';
import { cameFrom, wayBack } from './guards.tsx';
import { focusHeading } from './scroll-and-focus.ts';

/** Any 401 (specification §8): says so on whatever page it happened, then to the login and back afterwards. */
export const SessionEndedDialog = () => {
  const ended = useSessionEnded();
  const navigate = useNavigate();
  const location = useLocation();
  const logInAgain = () => {
    const isThere = location.pathname === paths.login.to();
    const from = isThere ? cameFrom(location.state) : wayBack(location);
    navigate(paths.login.to(), { replace: isThere, state: { from } });
    dismissSessionEnd();
    // The page that had the focus is gone with the dialog.
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
