interface Entered {
  readonly createdBy: string;
  readonly changedBy: string | null;
}

/** Four eyes: nobody confirms a refund that they entered or changed, where the organisation has another cashier. */
export const mayConfirmRefund = (
  { createdBy, changedBy }: Entered,
  actor: string,
  cashiers: number,
): boolean => cashiers < 2 || (createdBy !== actor && changedBy !== actor);
