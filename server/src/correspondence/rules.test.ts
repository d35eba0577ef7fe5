import { expect, test } from 'vitest';
import { type MailFacts, sendAgainRefusal, settleRefusal, shownState } from './rules.ts';

const mail: MailFacts = {
  state: 'sent',
  organizationId: 1,
  handledAt: null,
  hasAddress: true,
  isKnown: true,
};
const handledAt = new Date(0);

test.each<[Partial<MailFacts>, ReturnType<typeof sendAgainRefusal>]>([
  [{}, null],
  [{ state: 'undeliverable' }, null],
  [{ state: 'queued' }, 'mail_waiting'],
  [{ handledAt }, 'mail_handled'],
  [{ hasAddress: false }, 'mail_no_address'],
  [{ isKnown: false }, 'mail_unknown'],
  [{ organizationId: null }, 'mail_about_account'],
  [{ organizationId: null, state: 'queued', handledAt }, 'mail_about_account'],
])('sending %j again: %s', (values, refusal) => {
  expect(sendAgainRefusal({ ...mail, ...values })).toBe(refusal);
});

test.each<[Partial<MailFacts>, ReturnType<typeof settleRefusal>]>([
  [{ state: 'undeliverable' }, null],
  [{ state: 'undeliverable', organizationId: null, hasAddress: false, isKnown: false }, null],
  [{ state: 'undeliverable', handledAt }, 'mail_handled'],
  [{ state: 'sent' }, 'mail_not_undeliverable'],
  [{ state: 'queued' }, 'mail_not_undeliverable'],
])('settling %j: %s', (values, refusal) => {
  expect(settleRefusal({ ...mail, ...values })).toBe(refusal);
});

test.each([
  ['queued', false, false, 'waiting'],
  ['queued', false, true, 'held'],
  ['sent', false, false, 'sent'],
  ['sent', true, false, 'sent'],
  ['undeliverable', false, false, 'undeliverable'],
  ['undeliverable', true, false, 'handled'],
] as const)('%s, handled %s, held %s is shown as %s', (state, isHandled, isHeld, shown) => {
  expect(shownState({ state, isHandled, isHeld })).toBe(shown);
});
