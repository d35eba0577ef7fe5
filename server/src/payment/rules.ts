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

/** The amount due for a registration: the fee minus earlier partial payments. */
interface Due {
  readonly id: number;
  readonly fee: number;
  readonly kept: number;
}

export interface Share {
  readonly id: number;
  /** The part of the money that counts for this registration. */
  readonly amount: number;
  /** The part of the fee still missing. */
  readonly short: number;
}

/** Money received minus the amounts due. */
export const differenceOf = (amount: number, dues: readonly Due[]): number =>
  amount - dues.reduce((sum, { fee, kept }) => sum + Math.max(0, fee - kept), 0);

/** Spreads the money over the registrations in turn; what is left over belongs to none. */
export const shareOut = (amount: number, dues: readonly Due[]): Share[] => {
  let left = amount;
  return dues.map(({ id, fee, kept }) => {
    const due = Math.max(0, fee - kept);
    const share = Math.min(left, due);
    left -= share;
    return { id, amount: share, short: due - share };
  });
};
