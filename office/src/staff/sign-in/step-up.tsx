import type { OfficeSession } from '@portal/contract/office/staff';
import { firstError } from '@portal/kit/browser/call.ts';
import { lazyComponent } from '@portal/kit/ui/lazy-component.tsx';
import { type ReactNode, useRef, useState } from 'react';
import { StepUpContext, type WithStepUp } from '../../platform/step-up.ts';

export const StepUpDialog = lazyComponent(
  async () => (await import('./step-up-dialog.tsx')).StepUpDialog,
  () => null,
);

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
      {isAsked && (
        <StepUpDialog onClose={() => answer(false)} onProved={() => answer(true)} session={session} />
      )}
    </StepUpContext>
  );
};
