import type { RefusalCode } from '@portal/contract/errors';

export const DELIVERY_STATES = ['queued', 'sent', 'undeliverable'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

interface StepRule {
  readonly from: readonly DeliveryState[];
  /** Null keeps the state. */
  readonly to: DeliveryState | null;
  /** Steps of the worker skip the mail without a refusal. */
  readonly refusals: Partial<Record<DeliveryState, RefusalCode>>;
}

/** All transitions. A mail starts as `queued`. */
export const DELIVERY_STEPS = {
  deliver: { from: ['queued'], to: 'sent', refusals: {} },
  put_off: { from: ['queued'], to: null, refusals: {} },
  give_up: { from: ['queued'], to: 'undeliverable', refusals: {} },
  /** By staff; the copy is a mail of its own. */
  send_again: { from: ['sent', 'undeliverable'], to: null, refusals: { queued: 'mail_waiting' } },
  /** By staff, who reached the person in another way. */
  settle: {
    from: ['undeliverable'],
    to: null,
    refusals: { queued: 'mail_not_undeliverable', sent: 'mail_not_undeliverable' },
  },
} as const satisfies Record<string, StepRule>;

export type DeliveryStep = keyof typeof DELIVERY_STEPS;

export const stepRefusal = (step: DeliveryStep, state: DeliveryState): RefusalCode | null => {
  const { refusals }: StepRule = DELIVERY_STEPS[step];
  return refusals[state] ?? null;
};
