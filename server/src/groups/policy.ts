import { holds } from '@portal/contract/rights';
import { Refusal } from '../platform/errors.ts';
import type { StaffOrSystem } from '../staff/actors.ts';

interface Group {
  readonly id: number;
  readonly code: string;
  readonly name: string;
}

interface Place {
  readonly role: 'manager' | 'member';
}

/** Groups belong to no branch: the right anywhere is enough. */
export const mayCreateGroups = (actor: StaffOrSystem): boolean =>
  actor === 'system' || holds(actor.grants, 'group.manage');

declare const managed: unique symbol;

/** A group that the acting trainee manages. Only this file makes one, after checking the membership. */
export interface ManagedGroup extends Group {
  readonly [managed]: true;
}

const isManaged = <P extends Group & Place>(place: P | (P & ManagedGroup)): place is P & ManagedGroup =>
  place.role === 'manager';

/** Those of the trainee's groups that they manage. */
export const managedGroups = <P extends Group & Place>(places: readonly P[]): (P & ManagedGroup)[] =>
  places.filter((place) => isManaged(place));

interface Wanted {
  /** The group named by the caller; undefined for any. */
  readonly code: string | undefined;
  /** The group that the class is reserved for, if any. */
  readonly reservedFor: number | null;
}

/**
 * The managed groups that the call may apply to, at least one. Throws the same refusal for other people's
 * groups as for groups that do not exist.
 */
export const selectGroups = <G extends ManagedGroup>(
  groups: readonly G[],
  { code, reservedFor }: Wanted,
): readonly [G, ...G[]] => {
  const named = groups.filter((group) => code === undefined || group.code === code);
  if (named.length === 0) throw new Refusal('group_not_managed');
  const [first, ...others] = named.filter(({ id }) => reservedFor === null || reservedFor === id);
  if (!first) throw new Refusal('group_not_allowed');
  return [first, ...others];
};

/** The caller's membership. Throws the same refusal for a group without the caller as for one that does not exist. */
export const memberOf = <P extends Place>(found: P | null): P => {
  if (!found) throw new Refusal('group_not_found');
  return found;
};

/** The caller's membership as manager. */
export const managerOf = <P extends Group & Place>(found: P | null): P & ManagedGroup => {
  const place = memberOf(found);
  if (!isManaged(place)) throw new Refusal('group_managers_only');
  return place;
};
