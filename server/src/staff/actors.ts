import type { RoleGrant } from '@portal/contract/rights';

declare const proven: unique symbol;

/** A person of the back office as the gate has found them. Nothing else makes one: see `proveStaff`. */
export interface Staff {
  readonly [proven]: true;
  readonly staffId: number;
  readonly name: string;
  readonly grants: readonly RoleGrant[];
}

/** For the gate, which has read this from the database, and for programs that an operator runs. */
export const proveStaff = <T extends Omit<Staff, typeof proven>>(found: T): T & Staff => found as T & Staff;

export const staffActor = ({ staffId }: Pick<Staff, 'staffId'>): string => `staff:${staffId}`;
