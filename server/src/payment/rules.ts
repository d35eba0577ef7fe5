import type { RefusalCode } from '@portal/contract/errors';
import {
  type CallerRegistration,
  dueOf,
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

export const differenceOf = (amount: number, dues: readonly Due[]): number => amount - dueOf(dues);

/** Shares out the amount in the order of the dues. What is left after the last one belongs to none. */
export const shareOut = <D extends Due>(amount: number, dues: readonly D[]): (D & Share)[] => {
  let left = amount;
  return dues.map((each) => {
    const due = Math.max(0, each.fee - each.kept);
    const share = Math.min(left, due);
    left -= share;
    return { ...each, amount: share, short: due - share };
  });
};

/** Gives each registration its fee back, in order. The first one also gets what is left. */
export const shareSurplus = (
  amount: number,
  paid: readonly { readonly id: number; readonly fee: number }[],
): { id: number; amount: number }[] => {
  const shares = shareOut(
    amount,
    paid.map(({ id, fee }) => ({ id, fee, kept: 0 })),
  );
  const rest = amount - shares.reduce((sum, share) => sum + share.amount, 0);
  return shares.map((share, at) => ({ id: share.id, amount: share.amount + (at === 0 ? rest : 0) }));
};

/** Gives back what is left of an amount after the dues: to those who have paid already, or else to the first person. */
export const refundEach = (
  amount: number,
  people: readonly {
    readonly id: number;
    readonly fee: number;
    readonly due: number;
    readonly isPaid: boolean;
  }[],
): { id: number; amount: number }[] => {
  const surplus = amount - people.reduce((sum, { due }) => sum + due, 0);
  const paid = people.filter(({ isPaid }) => isPaid);
  return surplus > 0 ? shareSurplus(surplus, paid.length > 0 ? paid : people.slice(0, 1)) : [];
};
