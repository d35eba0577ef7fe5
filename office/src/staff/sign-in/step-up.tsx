import type { OfficeSession } from '@portal/contract/office/staff';
import { firstError } from '@portal/kit/browser/call.ts';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { type ReactNode, useRef, useState } from 'react';
import { useSetSession } from '../../platform/session.ts';
import { StepUpContext, type WithStepUp } from '../../platform/step-up.ts';
import { staffText } from '../../text/zh-TW/staff.ts';
import { CodeForm } from './code-form.tsx';
import { ProofByPasswordForm } from './proof-by-password-form.tsx';

interface Question {
  readonly proved: Promise<boolean>;
  readonly answer: (isProved: boolean) => void;
}

const newQuestion = (): Question => {
  let answer: Question['answer'] = () => undefined;
  const proved = new Promise<boolean>((resolve) => {
    answer = resolve;
  });
  return { proved, answer };
};

/** One question at a time: other acts wait for the same answer. */
const useQuestion = () => {
  const question = useRef<Question>(null);
  const [isAsked, setAsked] = useState(false);
  const ask = (): Promise<boolean> => {
    question.current ??= newQuestion();
    setAsked(true);
    return question.current.proved;
  };
  const answer = (isProved: boolean) => {
    setAsked(false);
    question.current?.answer(isProved);
    question.current = null;
  };
  return { isAsked, ask, answer };
};

export const StepUp = ({ session, children }: { session: OfficeSession; children: ReactNode }) => {
  const { isAsked, ask, answer } = useQuestion();
  const withStepUp: WithStepUp = async (work) => {
    try {
      return await work();
    } catch (error) {
      if (firstError(error, 'stepUp') === undefined || !(await ask())) throw error;
      return work();
    }
  };
  return (
    <StepUpContext value={withStepUp}>
      {children}
      <Dialog isForm onClose={() => answer(false)} open={isAsked} title={staffText.stepUp.title}>
        <StepUpProof onProved={() => answer(true)} session={session} />
      </Dialog>
    </StepUpContext>
  );
};

const StepUpProof = ({
  session: { factors, email },
  onProved,
}: {
  session: OfficeSession;
  onProved: () => void;
}) => {
  const setSession = useSetSession();
  const prove = (session: OfficeSession) => {
    setSession(session);
    onProved();
  };
  return (
    <div className="space-y-4">
      <p>{staffText.stepUp.lead}</p>
      {factors.totp || factors.passkeys > 0 ? (
        <CodeForm factors={factors} onProved={prove} />
      ) : (
        <ProofByPasswordForm email={email} onProved={prove} />
      )}
    </div>
  );
};
