import { signOut } from '@portal/contract/office/session';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { useState } from 'react';
import { LeaveQuestion } from '../../forms/leave-question.tsx';
import { call } from '../../platform/call.ts';
import { useSetSession } from '../../platform/session.ts';
import { hasUnsaved } from '../../platform/unsaved.ts';

/** Asks before typed text is lost: render the question. */
export const useSignOut = () => {
  const setSession = useSetSession();
  const { mutate, isPending } = useSending({
    mutationFn: () => call(signOut, {}),
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
