import type { RegistrationDetail } from '@portal/contract/office/enrolment';
import { useState } from 'react';
import type { Reviewing } from '../use-reviewing.ts';
import { DecisionBar } from './decision-bar.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { useReviewShortcuts } from './use-review-shortcuts.ts';

interface DecisionsProps {
  /** Undefined while loading. */
  detail: RegistrationDetail | undefined;
  reviewing: Reviewing;
}

type Step = (() => void) | null;

/** Null if impossible. */
export interface ReviewSteps {
  readonly approve: Step;
  readonly reject: Step;
  readonly previous: Step;
  readonly next: Step;
  readonly reopen: Step;
}

const useSteps = (
  detail: RegistrationDetail | undefined,
  { deciding, previous, next, show }: Reviewing,
  openReject: () => void,
): ReviewSteps => {
  const { approve, reopen } = deciding;
  const waiting = detail?.state === 'pending' ? detail : null;
  const isSending = approve.sentId !== null;
  return {
    approve: waiting?.can.approve.allowed ? () => approve.start(waiting) : null,
    reject: waiting?.can.reject.allowed ? () => isSending || openReject() : null,
    previous: previous === null ? null : () => show(previous),
    next: next === null ? null : () => show(next),
    reopen: reopen.ask,
  };
};

export const Decisions = ({ detail, reviewing }: DecisionsProps) => {
  const [isRejecting, setRejecting] = useState(false);
  const steps = useSteps(detail, reviewing, () => setRejecting(true));
  const { deciding } = reviewing;
  const { sentId } = deciding.approve;
  useReviewShortcuts(steps);
  return (
    <>
      <DecisionBar
        isApproving={sentId !== null && sentId === detail?.id}
        steps={steps}
        waits={sentId !== null}
      />
      {isRejecting && detail && (
        <RejectDialog detail={detail} onClose={() => setRejecting(false)} onRejected={deciding.reject} />
      )}
    </>
  );
};
