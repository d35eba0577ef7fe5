import { type Shortcut, useShortcuts } from '../../../platform/shortcuts.ts';
import { reviewsText } from '../../../text/zh-TW/reviews.ts';
import type { ReviewSteps } from './decisions.tsx';

const text = reviewsText.decide;

const KEYS: readonly (readonly [step: keyof ReviewSteps, keys: string, label: string])[] = [
  ['approveQuickly', 'a', text.approveQuickly],
  ['approve', 'shift+a', text.approveInSpite],
  ['reject', 'r', text.reject],
  ['next', 'j', text.next],
  ['previous', 'k', text.previous],
  ['reopen', 'u', text.reopenLast],
];

export const useReviewShortcuts = (steps: ReviewSteps): void => {
  const offered = KEYS.flatMap(([step, keys, label]): Shortcut[] => {
    const run = steps[step];
    return run ? [{ keys, label, run }] : [];
  });
  useShortcuts(text.shortcuts, offered);
};
