import { type Right, type Scope, scopeOf } from '@portal/contract/rights';
import { Refusal } from '../platform/errors.ts';
import type { Staff, StaffOrSystem } from './actors.ts';

/** Does the right hold for what belongs to this organisation? */
export const may = ({ grants }: Staff, right: Right, organizationId: number): boolean => {
  const scope = scopeOf(grants, right);
  return scope === 'everywhere' || scope.includes(organizationId);
};

/** The organisations in which the right holds. */
export const scopeOfStaff = ({ grants }: Staff, right: Right): Scope => scopeOf(grants, right);

/**
 * Throws unless the right holds for what belongs to this organisation; `null`: to the whole association. Jobs and
 * operators may act everywhere.
 */
export const refuseWithout = (actor: StaffOrSystem, right: Right, organizationId: number | null): void => {
  if (actor === 'system') return;
  const scope = scopeOf(actor.grants, right);
  const holds = scope === 'everywhere' || scope.some((id) => id === organizationId);
  if (!holds) throw new Refusal('forbidden');
};
