import { mayRefundStep, type RefundState } from '../money/states.ts';
import type { Staff } from '../staff/actors.ts';
import { may } from '../staff/policy.ts';

interface OfOrganization {
  readonly organizationId: number;
}

export const mayConfirm = (actor: Staff, { organizationId }: OfOrganization): boolean =>
  may(actor, 'payment.confirm', organizationId);

/** Cashiers of the class, and those of the organisation whose bank account receives its fees. */
export const mayConfirmFor = (
  actor: Staff,
  { organizationId, accountOrganizationId }: OfOrganization & { readonly accountOrganizationId: number },
): boolean => [organizationId, accountOrganizationId].some((id) => may(actor, 'payment.confirm', id));

export const mayRefund = (actor: Staff, { organizationId }: OfOrganization): boolean =>
  may(actor, 'payment.refund', organizationId);

interface Undoable extends OfOrganization {
  readonly endedAt: unknown;
  readonly isUndoable: boolean;
}

export const mayUndo = (payment: Undoable, actor: Staff): boolean =>
  payment.endedAt === null && payment.isUndoable && mayConfirm(actor, payment);

interface Entered {
  readonly createdBy: string;
  readonly changedBy: string | null;
}

/** A person who entered or changed a refund does not confirm it if there is another cashier. */
export const mayConfirmRefund = (
  { createdBy, changedBy }: Entered,
  actor: string,
  cashiers: number,
): boolean => cashiers < 2 || (createdBy !== actor && changedBy !== actor);

interface ShownRefund extends OfOrganization, Entered {
  readonly state: RefundState;
}

/** `isOwn`: another cashier must confirm it. */
export const refundPermissions = (
  refund: ShownRefund,
  { actor, name }: { actor: Staff; name: string },
  cashiers: number,
) => {
  const isOpen = mayRefund(actor, refund) && mayRefundStep('pay', refund.state);
  const isOwn = isOpen && !mayConfirmRefund(refund, name, cashiers);
  return { change: isOpen, pay: isOpen && !isOwn, waive: isOpen && !isOwn, isOwn };
};
