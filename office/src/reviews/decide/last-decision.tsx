import { Button } from '@portal/kit/ui/button.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { reviewsText } from '../../text/zh-TW/reviews.ts';

const text = reviewsText.decide;

export interface Decision {
  readonly tone: 'success' | 'warn' | 'danger';
  readonly text: string;
  readonly reopenId: number | null;
}

interface LastDecisionProps {
  decision: Decision | null;
  onReopen: (id: number) => void;
  isReopening: boolean;
}

/** Stays until the next decision, with the step to undo this one. */
export const LastDecision = ({ decision, onReopen, isReopening }: LastDecisionProps) => (
  <div className={decision ? 'mb-4' : ''} role="status">
    {decision && (
      <Notice tone={decision.tone}>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:-my-2">
          <p className="py-2">{decision.text}</p>
          <Reopen id={decision.reopenId} isReopening={isReopening} onReopen={onReopen} />
        </div>
      </Notice>
    )}
  </div>
);

const Reopen = ({ id, onReopen, isReopening }: { id: number | null } & Omit<LastDecisionProps, 'decision'>) =>
  id !== null && (
    <Button aria-keyshortcuts="U" busy={isReopening} busyLabel={text.reopening} onClick={() => onReopen(id)}>
      {text.reopen}
    </Button>
  );
