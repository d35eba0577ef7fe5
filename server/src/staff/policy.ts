import { type Right, type Scope, scopeOf } from '@portal/contract/rights';
import { Refusal } from '../platform/errors.ts';
import type { Staff, StaffOrSystem } from './actors.ts';

export const may = ({ grants }: Staff, right: Right, organizationId: number): boolean => {
  const scope = scopeOf(grants, right);
  return scope === 'everywhere' || scope.includes(organizationId);
};

export const scopeOfStaff = ({ grants }: Staff, right: Right): Scope => scopeOf(grants, right);

/** Null: the whole association. Jobs and operators may act everywhere. */
export const refuseWithout = (actor: StaffOrSystem, right: Right, organizationId: number | null): void => {
  if (actor === 'system') return;
  const scope = scopeOf(actor.grants, right);
  const holds = scope === 'everywhere' || scope.some((id) => id === organizationId);
  if (!holds) throw new Refusal('forbidden');
};
