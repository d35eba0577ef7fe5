import type { RegistrationDetail } from '@portal/contract/office/enrolment';
import { Button } from '@portal/kit/ui/button.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { KeyHint } from '../../../platform/key-hint.tsx';
import { reviewsText } from '../../../text/zh-TW/reviews.ts';

const text = reviewsText.decide;

export interface Decision {
  readonly tone: 'success' | 'warn' | 'danger';
  readonly text: string;
  /** May be reopened. */
  readonly rejected?: RegistrationDetail | null;
  /** May be undone until the mail leaves. */
  readonly approved?: RegistrationDetail;
}

interface LastDecisionProps {
  decision: Decision | null;
  onReopen: (() => void) | null;
  onUndo: (() => void) | null;
}

/** Stays until the next decision, with the step to undo this one. */
export const LastDecision = ({ decision, onReopen, onUndo }: LastDecisionProps) => (
  <div className={decision ? 'mb-4' : ''} role="status">
    {decision && (
      <Notice tone={decision.tone}>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:-my-2">
          <p className="py-2">{decision.text}</p>
          {onUndo && (
            <Button aria-keyshortcuts="Z" onClick={onUndo}>
              {text.undo}
              <KeyHint>Z</KeyHint>
            </Button>
          )}
          {onReopen && (
            <Button aria-haspopup="dialog" aria-keyshortcuts="U" onClick={onReopen}>
              {text.reopen}
            </Button>
          )}
        </div>
      </Notice>
    )}
  </div>
);
