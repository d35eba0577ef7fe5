import type { RegistrationDetail } from '@portal/contract/office/enrolment';
import { Button } from '@portal/kit/ui/button.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import type { ReactNode } from 'react';
import { useOwnUndoOffer } from '../../../platform/undo.ts';
import { UndoButton } from '../../../platform/undo-button.tsx';
import { reviewsText } from '../../../text/zh-TW/reviews.ts';
import type { FailedApproval } from './use-approvals.ts';

const text = reviewsText.decide;

export interface Decision {
  readonly tone: 'success' | 'warn' | 'danger';
  readonly text: string;
  /** May be reopened. */
  readonly rejected?: RegistrationDetail | null;
  /** The offer to undo it until the mail leaves. */
  readonly offer?: number;
}

interface LastDecisionProps {
  decision: Decision | null;
  failed: readonly FailedApproval[];
  onReopen: (() => void) | null;
  onShow: (id: number) => void;
}

/** The last decision stays until the next one. Below it is what can still be undone, and what could not be sent. */
export const LastDecision = ({ decision, failed, onReopen, onShow }: LastDecisionProps) => {
  const offer = useOwnUndoOffer();
  const isOffered = offer !== null && decision?.offer === offer.id;
  const isEmpty = !decision && !offer && failed.length === 0;
  return (
    <div className={isEmpty ? '' : 'mb-4 space-y-2'} role="status">
      {decision && (
        <DecisionNotice text={decision.text} tone={decision.tone}>
          {isOffered && <UndoButton />}
          {onReopen && (
            <Button aria-haspopup="dialog" aria-keyshortcuts="U" onClick={onReopen}>
              {text.reopen}
            </Button>
          )}
        </DecisionNotice>
      )}
      {offer && !isOffered && (
        <DecisionNotice text={offer.text} tone="success">
          <UndoButton />
        </DecisionNotice>
      )}
      {failed.map(({ id, text: why }) => (
        <DecisionNotice key={id} text={why} tone="danger">
          <Button onClick={() => onShow(id)}>{text.view}</Button>
        </DecisionNotice>
      ))}
    </div>
  );
};

interface DecisionNoticeProps extends Pick<Decision, 'tone' | 'text'> {
  children: ReactNode;
}

const DecisionNotice = ({ tone, text: what, children }: DecisionNoticeProps) => (
  <Notice tone={tone}>
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:-my-2">
      <p className="py-2">{what}</p>
      {children}
    </div>
  </Notice>
);
