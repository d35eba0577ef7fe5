import type { RoleGrant } from '@portal/contract/rights';

declare const known: unique symbol;
declare const proven: unique symbol;

/** Authenticated, without roles. Only `identifyStaff` makes one. */
export interface KnownStaff {
  readonly [known]: true;
  readonly staffId: number;
  /** The session of the call, or of the call that requested the job. */
  readonly sessionId?: number | undefined;
}

/** Only `proveStaff` makes one. */
export interface Staff extends KnownStaff {
  readonly [proven]: true;
  readonly name: string;
  readonly grants: readonly RoleGrant[];
}

/** `system` is a job, or an operator at the machine. */
export type StaffOrSystem = Staff | 'system';

export const identifyStaff = <T extends { readonly staffId: number }>(found: T): T & KnownStaff =>
  found as T & KnownStaff;

export const proveStaff = <T extends Omit<Staff, typeof known | typeof proven>>(found: T): T & Staff =>
  found as T & Staff;
