import type { OfficeSession } from '@portal/contract/office/staff';
import { Button } from '@portal/kit/ui/button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSetSession } from '../platform/session.ts';
import { CodeForm } from '../staff/sign-in/code-form.tsx';
import { PasswordForm } from '../staff/sign-in/password-form.tsx';
import { SignInAsOther } from '../staff/sign-in/sign-in-as-other.tsx';
import { staffText } from '../text/zh-TW/staff.ts';

const text = staffText.sessionEnded;

/** Loads again what the ended session could not load. */
const useResume = () => {
  const queries = useQueryClient();
  const setSession = useSetSession();
  return (session: OfficeSession) => {
    setSession(session);
    void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  };
};

/** Opens after any 401, so that people can sign in again without leaving the page. */
export const SessionEndedDialog = ({ email }: { email: string }) => {
  const resume = useResume();
  const [pending, setPending] = useState<OfficeSession | null>(null);
  const take = (session: OfficeSession) =>
    session.stage === 'secondFactor' ? setPending(session) : resume(session);
  // The browser may force a dialog to close: another one opens.
  const [opened, setOpened] = useState(0);
  const reopen = () => setOpened(opened + 1);
  return (
    <Dialog
      closeButton={false}
      isForm
      key={`${opened} ${pending?.stage}`}
      onClose={reopen}
      open
      title={text.title}
    >
      <div className="covers-page space-y-4">
        <p>{text.lead(email)}</p>
        {pending ? (
          <>
            <CodeForm factors={pending.factors} onProved={take} />
            <Button className="-ms-3" onClick={() => setPending(null)} variant="quiet">
              {text.passwordAgain}
            </Button>
          </>
        ) : (
          <PasswordForm email={email} onDone={take} />
        )}
        <SignInAsOther />
      </div>
    </Dialog>
  );
};
