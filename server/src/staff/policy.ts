import { holds, type Right, type RoleGrant, type Scope, scopeOf } from '@portal/contract/rights';
import { Refusal } from '../platform/errors.ts';
import type { Staff, StaffOrSystem } from './actors.ts';
import { isConfirmedLately } from './rules.ts';

type Granted = Pick<Staff, 'grants'>;

/** `organizationId` is null for what belongs to no organisation: then the right must hold everywhere. */
export const may = ({ grants }: Granted, right: Right, organizationId: number | null): boolean => {
  const scope = scopeOf(grants, right);
  return scope === 'everywhere' || scope.some((id) => id === organizationId);
};

export const scopeOfStaff = ({ grants }: Granted, right: Right): Scope => scopeOf(grants, right);

/** Leaves out grants as instructor, which hold only for classes that name the person. */
export const withoutClassGrants = ({ grants }: Granted): Granted => ({
  grants: grants.filter(({ role }) => role !== 'instructor'),
});

export const classScopeOf = (staff: Granted, right: Right): Scope =>
  scopeOfStaff(withoutClassGrants(staff), right);

const asInstructor = ({ grants }: Granted): Granted => ({
  grants: grants.filter(({ role }) => role === 'instructor'),
});

export const instructorScopeOf = (staff: Granted, right: Right): Scope =>
  scopeOfStaff(asInstructor(staff), right);

export const mayExportLists = (staff: Granted): boolean => holds(staff.grants, 'export.list');

/** Instead of an organisation: only people whose right holds everywhere may act. */
export const WHOLE_ASSOCIATION = null;

/** Throws unless the right holds in the organisation. Jobs and operators may act everywhere. */
export const requireRight = (actor: StaffOrSystem, right: Right, organizationId: number | null): void => {
  if (actor !== 'system' && !may(actor, right, organizationId)) throw new Refusal('forbidden');
};

/** An account without roles belongs to the whole association. */
export const holdsNoOtherRole = (grants: readonly RoleGrant[], scope: Scope): boolean =>
  scope === 'everywhere' ||
  (grants.length > 0 &&
    grants.every(({ organizationId }) => organizationId !== null && scope.includes(organizationId)));

export const grantsWithin = <G extends RoleGrant>(grants: readonly G[], scope: Scope): G[] =>
  grants.filter((grant) => holdsNoOtherRole([grant], scope));

interface Confirmed extends Staff {
  readonly confirmedAt: Date | null;
}

const covers = (held: Scope, wanted: Scope): boolean =>
  held === 'everywhere' || (wanted !== 'everywhere' && wanted.every((id) => held.includes(id)));

/** Whole identity numbers need their own right for each organisation, and a recent second factor. */
export const identityRefusal = (actor: Confirmed, wanted: Scope, now: Date): Refusal | null => {
  const held = classScopeOf(actor, 'export.identity');
  if (held.length === 0 || !covers(held, wanted)) return new Refusal('forbidden');
  return isConfirmedLately(actor, now) ? null : new Refusal('step_up_required');
};
