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
