import { Refusal } from '../platform/errors.ts';

interface Managed {
  readonly id: number;
  readonly code: string;
}

interface Wanted {
  /** The group named by the caller; undefined for any. */
  readonly code: string | undefined;
  /** The group that the class is reserved for, if any. */
  readonly reservedFor: number | null;
}

/**
 * The caller's managed groups that the call may apply to, at least one. Throws the same refusal for other people's
 * groups as for groups that do not exist.
 */
export const groupsMeant = <G extends Managed>(
  managed: readonly G[],
  { code, reservedFor }: Wanted,
): readonly [G, ...G[]] => {
  const named = managed.filter((group) => code === undefined || group.code === code);
  if (named.length === 0) throw new Refusal('group_not_managed');
  const [first, ...others] = named.filter(({ id }) => reservedFor === null || reservedFor === id);
  if (!first) throw new Refusal('group_not_allowed');
  return [first, ...others];
};

interface Place {
  readonly role: 'manager' | 'member';
}

/** The caller's membership. Throws the same refusal for a group without the caller as for one that does not exist. */
export const memberOf = <P extends Place>(found: P | null): P => {
  if (!found) throw new Refusal('group_not_found');
  return found;
};

/** The caller's membership as manager. */
export const managerOf = <P extends Place>(found: P | null): P => {
  const place = memberOf(found);
  if (place.role !== 'manager') throw new Refusal('group_managers_only');
  return place;
};
