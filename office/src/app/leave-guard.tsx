import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { LeaveQuestion } from '../forms/leave-question.tsx';
import { hasUnsaved } from '../platform/unsaved.ts';

const askBrowser = (event: BeforeUnloadEvent) => {
  if (hasUnsaved()) event.preventDefault();
};

/** Asks before navigation loses typed text. Used once, in the frame. */
export const LeaveGuard = () => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && hasUnsaved(),
  );
  useEffect(() => {
    window.addEventListener('beforeunload', askBrowser);
    return () => window.removeEventListener('beforeunload', askBrowser);
  }, []);
  if (blocker.state !== 'blocked') return null;
  return <LeaveQuestion onLeave={blocker.proceed} onStay={blocker.reset} />;
};
