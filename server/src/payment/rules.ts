import type { RefusalCode } from '@portal/contract/errors';
import {
  type CallerRegistration,
  foldedState,
  ownRegistration,
  type RegistrationSelection,
} from '../enrolment/rules.ts';
import { mayStep, transitionRefusal } from '../enrolment/states.ts';

/**
 * What a report would cover, of the registrations that a class code means: all that are unpaid; where none is, those
 * that were reported already, for somebody corrects what they said. A refusal where nothing is to be paid.
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
 * What to say to somebody whose class code means no registration that holds a seat. A group that is not theirs, a
 * class where they have none and a class that does not exist sound alike.
 */
export const selectionRefusal = (
  registrations: readonly CallerRegistration[],
  { accountId, groupCode }: { accountId: number; groupCode?: string | undefined },
): RefusalCode =>
  groupCode === undefined && ownRegistration(registrations, accountId)?.state === 'refused'
    ? 'payment_not_approved'
    : 'not_applied';
