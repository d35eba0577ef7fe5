import type { RefusalCode } from '@portal/contract/errors';
import {
  type CallerRegistration,
  foldedState,
  ownRegistration,
  type RegistrationSelection,
} from '../enrolment/rules.ts';
import { mayStep, transitionRefusal } from '../enrolment/states.ts';

/** All unpaid ones; if there are none, the reported ones. */
export const toReport = <S extends CallerRegistration>({
  registrations,
}: RegistrationSelection<S>): readonly S[] | RefusalCode => {
  const state = foldedState(registrations.map((registration) => registration.state));
  if (state === undefined) return 'not_applied';
  if (mayStep('report_payment', state)) return registrations.filter((row) => row.state === state);
  return transitionRefusal('report_payment', state) ?? 'review_conflict';
};

/** The same for a group of others, a class without own registrations and an unknown class. */
export const selectionRefusal = (
  registrations: readonly CallerRegistration[],
  { accountId, groupCode }: { accountId: number; groupCode?: string | undefined },
): RefusalCode =>
  groupCode === undefined && ownRegistration(registrations, accountId)?.state === 'refused'
    ? 'payment_not_approved'
    : 'not_applied';

/** After partial payments. */
interface Due {
  readonly id: number;
  readonly fee: number;
  readonly kept: number;
}

export interface Share {
  readonly id: number;
  readonly amount: number;
  readonly short: number;
}

export const differenceOf = (amount: number, dues: readonly Due[]): number =>
  amount - dues.reduce((sum, { fee, kept }) => sum + Math.max(0, fee - kept), 0);

/** In order; the rest belongs to none. */
export const shareOut = (amount: number, dues: readonly Due[]): Share[] => {
  let left = amount;
  return dues.map(({ id, fee, kept }) => {
    const due = Math.max(0, fee - kept);
    const share = Math.min(left, due);
    left -= share;
    return { id, amount: share, short: due - share };
  });
};
