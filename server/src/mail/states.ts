import { defineSteps, type StepRule } from '../platform/steps.ts';

export const DELIVERY_STATES = ['queued', 'sent', 'undeliverable'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** All transitions. A mail starts as `queued`. Steps of the worker skip the mail without a refusal. */
export const DELIVERY_STEPS = {
  deliver: { from: ['queued'], to: 'sent' },
  put_off: { from: ['queued'], to: null },
  give_up: { from: ['queued'], to: 'undeliverable' },
  /** Staff send a copy, which is a mail of its own. */
  send_again: { from: ['sent', 'undeliverable'], to: null, refusals: { queued: 'mail_waiting' } },
  /** Staff have reached the person in another way. */
  settle: {
    from: ['undeliverable'],
    to: null,
    refusals: { queued: 'mail_not_undeliverable', sent: 'mail_not_undeliverable' },
  },
} as const satisfies Record<string, StepRule<DeliveryState>>;

export type DeliveryStep = keyof typeof DELIVERY_STEPS;

export const { mayStep, stepRefusal } = defineSteps<DeliveryState, DeliveryStep>(DELIVERY_STEPS);
