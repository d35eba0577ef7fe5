import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { may } from '../staff/policy.ts';

interface Group {
  readonly id: number;
  readonly code: string;
  readonly name: string;
}

interface Membership {
  readonly role: 'manager' | 'member';
}

/** Staff of the branch that looks after the group. */
export const mayManage = (actor: Staff, { organizationId }: { organizationId: number | null }): boolean =>
  may(actor, 'group.manage', organizationId);

declare const managed: unique symbol;

/** A group that the acting trainee manages. Only this file makes one, after checking the membership. */
export interface ManagedGroup extends Group {
  readonly [managed]: true;
}

/** `group` carries the trainee's role. */
const isManaged = <P extends Group & Membership>(group: P): group is P & ManagedGroup =>
  group.role === 'manager';

export const managedGroups = <P extends Group & Membership>(groups: readonly P[]): (P & ManagedGroup)[] =>
  groups.filter((group) => isManaged(group));

interface Wanted {
  /** The group's code. */
  readonly code: string | undefined;
  /** The group that the class is reserved for. */
  readonly reservedFor: number | null;
}

/**
 * The managed groups to which a call about a class may apply: the one that it names, or all; in each case only those
 * that the class admits. Throws the same refusal for other people's groups as for unknown ones.
 */
export const selectGroups = <G extends ManagedGroup>(
  groups: readonly G[],
  { code, reservedFor }: Wanted,
): readonly [G, ...G[]] => {
  const candidates = groups.filter((group) => code === undefined || group.code === code);
  if (candidates.length === 0) throw new Refusal('group_not_managed');
  const [first, ...others] = candidates.filter(({ id }) => reservedFor === null || reservedFor === id);
  if (!first) throw new Refusal('group_not_allowed');
  return [first, ...others];
};

/** Throws the same refusal for other people's groups as for unknown ones. */
export const requireMember = <P extends Membership>(found: P | null): P => {
  if (!found) throw new Refusal('group_not_found');
  return found;
};

export const requireManager = <P extends Group & Membership>(found: P | null): P & ManagedGroup => {
  const group = requireMember(found);
  if (!isManaged(group)) throw new Refusal('group_managers_only');
  return group;
};
