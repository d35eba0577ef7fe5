import type { RoleGrant } from '@portal/contract/rights';

declare const known: unique symbol;
declare const proven: unique symbol;

/** Staff who have proved who they are; what they may do is not settled yet. Only `knowStaff` makes one. */
export interface KnownStaff {
  readonly [known]: true;
  readonly staffId: number;
}

/** Staff whom the gate has admitted, with their roles. Only `proveStaff` makes one. */
export interface Staff extends KnownStaff {
  readonly [proven]: true;
  readonly name: string;
  readonly grants: readonly RoleGrant[];
}

/** `system` is a job, or an operator at the machine. */
export type StaffOrSystem = Staff | 'system';

/** For calls that have just checked a password, a passkey, an invitation or a session. */
export const knowStaff = <T extends { readonly staffId: number }>(found: T): T & KnownStaff =>
  found as T & KnownStaff;

/** For the gate, which has read this from the database, and for programs that an operator runs. */
export const proveStaff = <T extends Omit<Staff, typeof known | typeof proven>>(found: T): T & Staff =>
  found as T & Staff;
