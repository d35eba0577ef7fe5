import type { RefusalCode } from '@portal/contract/errors';
import {
  type CallerRegistration,
  foldedState,
  ownRegistration,
  type RegistrationSelection,
} from '../enrolment/rules.ts';
import { mayStep, transitionRefusal } from '../enrolment/states.ts';

/**
 * The registrations that a report covers: all unpaid ones, or if none is unpaid, the reported ones, to correct their
 * report. Returns a refusal if nothing is to be paid.
 */
export const toReport = <S extends CallerRegistration>({
  registrations,
}: RegistrationSelection<S>): readonly S[] | RefusalCode => {
  const state = foldedState(registrations.map((registration) => registration.state));
  if (state === undefined) return 'not_applied';
  if (mayStep('report_payment', state)) return registrations.filter((row) => row.state === state);
  return transitionRefusal('report_payment', state) ?? 'review_conflict';
};

/**
 * The refusal if the selection is empty. The same for a group of others, a class without own registrations and an
 * unknown class.
 */
export const selectionRefusal = (
  registrations: readonly CallerRegistration[],
  { accountId, groupCode }: { accountId: number; groupCode?: string | undefined },
): RefusalCode =>
  groupCode === undefined && ownRegistration(registrations, accountId)?.state === 'refused'
    ? 'payment_not_approved'
    : 'not_applied';
