import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import type { PersonMove } from '../platform/database/person-move.ts';
import { joinedMembership, type MembershipFacts } from './rules.ts';
import { memberships } from './tables.ts';

interface StoredMembership {
  readonly role: 'manager' | 'member';
  readonly joinedAt: string;
  readonly leftAt: string | null;
}

/** The memberships of one group before and after the merge. */
export interface JoinedMembership {
  readonly groupId: number;
  readonly removed: StoredMembership;
  /** Null if the survivor was never in the group. */
  readonly before: StoredMembership | null;
  readonly after: StoredMembership;
}

const stored = ({ role, joinedAt, leftAt }: MembershipFacts): StoredMembership => ({
  role,
  joinedAt: joinedAt.toISOString(),
  leftAt: leftAt?.toISOString() ?? null,
});

const facts = ({ role, joinedAt, leftAt }: StoredMembership): MembershipFacts => ({
  role,
  joinedAt: new Date(joinedAt),
  leftAt: leftAt === null ? null : new Date(leftAt),
});

const lockMemberships = (tx: Tx, accountIds: readonly number[]) =>
  tx
    .select()
    .from(memberships)
    .where(inArray(memberships.accountId, [...accountIds]))
    .orderBy(memberships.id)
    .for('no key update');

const ofGroup = (accountId: number, groupId: number) =>
  and(eq(memberships.accountId, accountId), eq(memberships.groupId, groupId));

const save = async (tx: Tx, accountId: number, groupId: number, to: MembershipFacts): Promise<void> => {
  const set = { role: to.role, joinedAt: to.joinedAt, leftAt: to.leftAt };
  await tx
    .insert(memberships)
    .values({ accountId, groupId, ...set })
    .onConflictDoUpdate({ target: [memberships.groupId, memberships.accountId], set });
};

const leave = (tx: Tx, accountId: number, groupId: number, now: Date) =>
  tx
    .update(memberships)
    .set({ role: 'member', leftAt: sql`greatest(${memberships.joinedAt}, ${now})` })
    .where(and(ofGroup(accountId, groupId), isNull(memberships.leftAt)));

/**
 * The survivor becomes what either was in each group. The rows of the other stay as former ones, because what moves
 * later refers to them.
 */
export const joinMemberships = async (
  tx: Tx,
  { from, to }: PersonMove,
  now: Date,
): Promise<JoinedMembership[]> => {
  const rows = await lockMemberships(tx, [from, to]);
  const joined: JoinedMembership[] = [];
  for (const removed of rows.filter(({ accountId }) => accountId === from)) {
    const { groupId } = removed;
    const before = rows.find((row) => row.accountId === to && row.groupId === groupId) ?? null;
    const after = joinedMembership(removed, before);
    await save(tx, to, groupId, after);
    await leave(tx, from, groupId, now);
    joined.push({
      groupId,
      removed: stored(removed),
      before: before && stored(before),
      after: stored(after),
    });
  }
  return joined;
};

const isSame = (a: StoredMembership, b: StoredMembership): boolean =>
  a.role === b.role && a.joinedAt === b.joinedAt && a.leftAt === b.leftAt;

/** Returns the groups in which the survivor's membership changed since; it stays as it is. */
export const partMemberships = async (
  tx: Tx,
  { from: survivorId, to: removedId }: PersonMove,
  joined: readonly JoinedMembership[],
  now: Date,
): Promise<number[]> => {
  const rows = await lockMemberships(tx, [survivorId]);
  const changed: number[] = [];
  for (const { groupId, removed, before, after } of joined) {
    const current = rows.find((row) => row.groupId === groupId);
    if (!current || !isSame(stored(current), after)) {
      changed.push(groupId);
      continue;
    }
    await save(tx, removedId, groupId, facts(removed));
    await (before ? save(tx, survivorId, groupId, facts(before)) : leave(tx, survivorId, groupId, now));
  }
  return changed;
};
