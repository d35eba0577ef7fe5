import { Refusal } from '../platform/errors.ts';

interface Managed {
  readonly id: number;
  readonly code: string;
}

interface Wanted {
  /** The group that the caller names; undefined: whichever it may be. */
  readonly code: string | undefined;
  /** The one group that the class is reserved to. */
  readonly reservedFor: number | null;
}

/**
 * Those of the caller's `managed` groups that may be meant for a class: at least one. A group of others is refused like one that does
 * not exist.
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

/** The caller's place in a group. A group that they are not in is refused like one that does not exist. */
export const memberOf = <P extends Place>(found: P | null): P => {
  if (!found) throw new Refusal('group_not_found');
  return found;
};

/** The caller's place in a group that they manage. */
export const managerOf = <P extends Place>(found: P | null): P => {
  const place = memberOf(found);
  if (place.role !== 'manager') throw new Refusal('group_managers_only');
  return place;
};
