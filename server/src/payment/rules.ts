import type { RefusalCode } from '@portal/contract/errors';
import {
  type CallerRegistration,
  groupState,
  ownRegistration,
  type RegistrationSelection,
} from '../enrolment/rules.ts';
import { mayStep, stepRefusal } from '../enrolment/states.ts';

/** All unpaid ones; if there are none, the reported ones. */
export const toReport = <S extends CallerRegistration>({
  registrations,
}: RegistrationSelection<S>): readonly S[] | RefusalCode => {
  const state = groupState(registrations.map((registration) => registration.state));
  if (state === undefined) return 'not_applied';
  if (mayStep('report_payment', state)) return registrations.filter((row) => row.state === state);
  return stepRefusal('report_payment', state) ?? 'review_conflict';
};

/** The same for a group of others, a class without own registrations and an unknown class. */
export const selectionRefusal = (
  registrations: readonly CallerRegistration[],
  { accountId, groupCode }: { accountId: number; groupCode?: string | undefined },
): RefusalCode =>
  groupCode === undefined && ownRegistration(registrations, accountId)?.state === 'rejected'
    ? 'payment_not_approved'
    : 'not_applied';
