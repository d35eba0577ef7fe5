import { type Right, type Scope, scopeOf } from '@portal/contract/rights';
import type { Staff } from './actors.ts';

/** Does the right hold for what belongs to this organisation? */
export const may = ({ grants }: Staff, right: Right, organizationId: number): boolean => {
  const scope = scopeOf(grants, right);
  return scope === 'everywhere' || scope.includes(organizationId);
};

/** The organisations in which the right holds. */
export const scopeOfStaff = ({ grants }: Staff, right: Right): Scope => scopeOf(grants, right);
