import type { RegistrationDetail } from '@portal/contract/office/enrolment';
import { notify } from '@portal/kit/browser/notices.ts';
import { useState } from 'react';
import { reviewsText } from '../../../text/zh-TW/reviews.ts';
import type { Reviewing } from '../use-reviewing.ts';
import { DecisionBar } from './decision-bar.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { useReviewShortcuts } from './use-review-shortcuts.ts';

const text = reviewsText.decide;

interface DecisionsProps {
  /** Undefined while loading. */
  detail: RegistrationDetail | undefined;
  reviewing: Reviewing;
}

type Step = (() => void) | null;

/** Null if impossible. */
export interface ReviewSteps {
  readonly approve: Step;
  /** The key A: if there are concerns, it only says which key approves. */
  readonly approveQuickly: Step;
  readonly reject: Step;
  readonly previous: Step;
  readonly next: Step;
  readonly reopen: Step;
}

const hasConcerns = (detail: RegistrationDetail | undefined): boolean => (detail?.concerns.length ?? 0) > 0;

const useSteps = (
  detail: RegistrationDetail | undefined,
  { deciding, previous, next, show }: Reviewing,
  openReject: () => void,
): ReviewSteps => {
  const { approve, reopen } = deciding;
  const waiting = detail?.state === 'pending' ? detail : null;
  const isSent = waiting !== null && approve.sent.has(waiting.id);
  const start = waiting?.can.approve.allowed ? () => approve.start(waiting) : null;
  return {
    approve: start,
    approveQuickly: start && hasConcerns(detail) ? () => notify(text.needsShift) : start,
    reject: waiting?.can.reject.allowed ? () => isSent || openReject() : null,
    previous: previous === null ? null : () => show(previous),
    next: next === null ? null : () => show(next),
    reopen: reopen.ask,
  };
};

export const Decisions = ({ detail, reviewing }: DecisionsProps) => {
  const [isRejecting, setRejecting] = useState(false);
  const steps = useSteps(detail, reviewing, () => setRejecting(true));
  const { deciding } = reviewing;
  useReviewShortcuts(steps);
  return (
    <>
      <DecisionBar
        hasConcerns={hasConcerns(detail)}
        isApproving={detail !== undefined && deciding.approve.sent.has(detail.id)}
        steps={steps}
      />
      {isRejecting && detail && (
        <RejectDialog detail={detail} onClose={() => setRejecting(false)} onRejected={deciding.reject} />
      )}
    </>
  );
};
