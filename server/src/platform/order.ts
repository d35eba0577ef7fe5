import { type SQL, sql } from 'drizzle-orm';
import { Refusal } from './errors.ts';

export interface Order {
  readonly ids: readonly number[];
  /** The order that the sender saw. */
  readonly former: readonly number[];
}

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id, at) => id === other[at]);

/**
 * Returns the entries in the order of `ids`, or null if that is their order already. Throws `order_changed` unless
 * `former` is their present order and `ids` holds each of them once.
 */
export const newOrder = <Entry extends { readonly id: number }>(
  entries: readonly Entry[],
  { ids, former }: Order,
): Entry[] | null => {
  const present = entries.map(({ id }) => id);
  if (isSame(ids, present)) return null;
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const ordered = [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  if (!isSame(former, present) || ordered.length !== entries.length || ids.length !== entries.length)
    throw new Refusal('order_changed');
  return ordered;
};

/** Rows of `id` and `position`, from 1. */
export const positionsOf = (entries: readonly { readonly id: number }[]): SQL =>
  sql`unnest(${sql.param(entries.map(({ id }) => id))}::bigint[]) with ordinality as ordered (id, position)`;
