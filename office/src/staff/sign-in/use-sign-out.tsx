import { useSending } from '@portal/kit/browser/use-sending.ts';
import { useState } from 'react';
import { LeaveQuestion } from '../../forms/leave-question.tsx';
import { useSetSession } from '../../platform/session.ts';
import { hasUnsaved } from '../../platform/unsaved.ts';
import { signOut } from '../api/sign-out.ts';

/** Asks before typed text is lost: render the question. */
export const useSignOut = () => {
  const setSession = useSetSession();
  const { mutate, isPending } = useSending({
    mutationFn: signOut,
    onSuccess: () => setSession(null),
  });
  const [isAsking, setAsking] = useState(false);
  const leave = () => {
    setAsking(false);
    mutate();
  };
  return {
    isPending,
    signOut: () => (hasUnsaved() ? setAsking(true) : mutate()),
    question: isAsking && <LeaveQuestion onLeave={leave} onStay={() => setAsking(false)} />,
  };
};
