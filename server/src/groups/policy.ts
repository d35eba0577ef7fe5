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
