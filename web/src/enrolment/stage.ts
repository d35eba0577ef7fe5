import type { Situation } from '@portal/contract/situation';

export const stages = ['sent', 'review', 'payment', 'done'] as const;
type Stage = (typeof stages)[number];

/** Null once rejected. */
export const stageOf: Readonly<Record<Situation, Stage | null>> = {
  pending: 'review',
  rejected: null,
  unpaid: 'payment',
  reported: 'payment',
  confirmed: 'done',
};
