import { describe, expect, test } from 'vitest';
import {
  DELIVERY_STATES,
  DELIVERY_STEPS,
  type DeliveryState,
  type DeliveryStep,
  mayStep,
  stepRefusal,
} from './states.ts';

/** Each step from each state: the new state, `skipped`, or the refusal. */
const table: Record<DeliveryStep, Record<DeliveryState, string>> = {
  deliver: { queued: 'sent', sent: 'skipped', undeliverable: 'skipped' },
  put_off: { queued: 'queued', sent: 'skipped', undeliverable: 'skipped' },
  give_up: { queued: 'undeliverable', sent: 'skipped', undeliverable: 'skipped' },
  send_again: { queued: 'mail_waiting', sent: 'sent', undeliverable: 'undeliverable' },
  settle: {
    queued: 'mail_not_undeliverable',
    sent: 'mail_not_undeliverable',
    undeliverable: 'undeliverable',
  },
};

const outcome = (step: DeliveryStep, state: DeliveryState): string =>
  mayStep(step, state) ? (DELIVERY_STEPS[step].to ?? state) : (stepRefusal(step, state) ?? 'skipped');

test('the table knows every state', () => {
  expect(Object.keys(table.deliver)).toEqual(DELIVERY_STATES);
});

describe.each(Object.keys(DELIVERY_STEPS) as DeliveryStep[])('%s', (step) => {
  test.each(DELIVERY_STATES)('from %s', (state) => {
    expect(outcome(step, state)).toBe(table[step][state]);
  });

  test.each(DELIVERY_STATES)('is allowed or refused, not both: %s', (state) => {
    expect(mayStep(step, state) && stepRefusal(step, state) !== null).toBe(false);
  });
});
