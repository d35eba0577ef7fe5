import { Button } from '@portal/kit/ui/button.tsx';
import { KeyHint } from '../../../platform/key-hint.tsx';
import { reviewsText } from '../../../text/zh-TW/reviews.ts';
import type { ReviewSteps } from './decisions.tsx';

const text = reviewsText.decide;

interface DecisionBarProps {
  steps: ReviewSteps;
  isApproving: boolean;
  hasConcerns: boolean;
}

export const DecisionBar = ({ steps, isApproving, hasConcerns }: DecisionBarProps) => (
  <section
    aria-label={text.label}
    className="decision-bar sticky bottom-0 z-20 -mx-4 mt-8 flex flex-wrap items-center gap-2 border-line-strong border-t bg-paper px-4 py-3 lg:mx-0 lg:px-0 print:hidden"
  >
    {steps.approve && (
      <Button
        aria-keyshortcuts={hasConcerns ? 'Shift+A' : 'A'}
        busy={isApproving}
        busyLabel={text.approving}
        onClick={steps.approve}
        variant="primary"
      >
        {text.approve}
        <KeyHint>{hasConcerns ? 'Shift+A' : 'A'}</KeyHint>
      </Button>
    )}
    {steps.reject && (
      <Button aria-haspopup="dialog" aria-keyshortcuts="R" onClick={steps.reject} waits={isApproving}>
        {text.reject}
        <KeyHint>R</KeyHint>
      </Button>
    )}
    <span className="flex-1" />
    {steps.previous && (
      <Button aria-keyshortcuts="K" className="max-sm:hidden" onClick={steps.previous} variant="quiet">
        {text.previous}
        <KeyHint>K</KeyHint>
      </Button>
    )}
    {steps.next && (
      <Button aria-keyshortcuts="J" onClick={steps.next} variant="quiet">
        {text.next}
        <KeyHint>J</KeyHint>
      </Button>
    )}
  </section>
);
