import { common } from '@portal/kit/text/zh-TW/common.ts';
import { AlertDialog } from '@portal/kit/ui/dialog.tsx';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../platform/paths.ts';
import { dismissSessionEnd, useSessionEnded } from '../platform/session.ts';
import { frame } from '../text/zh-TW/frame.ts';
import { cameFrom, wayBack } from './guards.tsx';
import { focusHeading } from './scroll-and-focus.ts';

/** Tells of an ended session (any 401, specification §8) on the page where it happened, then leads to the login and back. */
export const SessionEndedDialog = () => {
  const ended = useSessionEnded();
  const navigate = useNavigate();
  const location = useLocation();
  const logInAgain = () => {
    const isThere = location.pathname === paths.login.to();
    const from = isThere ? cameFrom(location.state) : wayBack(location);
    navigate(paths.login.to(), { replace: isThere, state: { from } });
    dismissSessionEnd();
    // Closing the dialog would return the focus to a page that is no longer shown.
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
