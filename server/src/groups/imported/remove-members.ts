import { inArray } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvents } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { deleteUnnamed } from '../../platform/database/delete-unnamed.ts';
import type { Staff } from '../../staff/actors.ts';
import { memberships } from '../tables.ts';
import type { AddedMember } from './imported-member.ts';

export const lockMemberships = (tx: Tx, added: readonly AddedMember[]) =>
  tx
    .select()
    .from(memberships)
    .where(
      inArray(
        memberships.id,
        added.map(({ membershipId }) => membershipId),
      ),
    )
    .orderBy(memberships.id)
    .for('update');

export type LockedMembership = Awaited<ReturnType<typeof lockMemberships>>[number];

export const deleteMemberships = (tx: Tx, ids: readonly number[]) =>
  tx.delete(memberships).where(inArray(memberships.id, [...ids]));

/** Former members leave again. */
export const endAgain = async (tx: Tx, ids: readonly number[], now: Date): Promise<void> => {
  if (ids.length === 0) return;
  await tx
    .update(memberships)
    .set({ role: 'member', leftAt: now })
    .where(inArray(memberships.id, [...ids]));
};

/** Records for each that it was removed from its group. */
export const recordRemovals = (
  tx: Tx,
  removed: readonly LockedMembership[],
  { actor, now }: Context<Staff>,
): Promise<void> =>
  recordEvents(
    tx,
    removed.map(
      ({ groupId, accountId }) =>
        ({
          ...{ actor, action: 'group.remove_member', subject: 'group', subjectId: groupId },
          after: { accountId },
        }) as const,
    ),
    now,
  );

/**
 * Removes members that an import added, unless they enrolled through the group or were changed since. Returns why others
 * stayed, by row.
 */
export const removeImportedMembers = async (
  tx: Tx,
  added: readonly AddedMember[],
  { actor, now }: Context<Staff>,
): Promise<ReadonlyMap<number, string>> => {
  const locked = new Map((await lockMemberships(tx, added)).map((each) => [each.id, each]));
  const isUnchanged = ({ membershipId }: AddedMember) => {
    const found = locked.get(membershipId);
    return found?.leftAt === null && found.role === 'member';
  };
  const unchanged = added.filter(isUnchanged);
  const fresh = unchanged.filter(({ how }) => how !== 'again').map(({ membershipId }) => membershipId);
  const again = unchanged.filter(({ how }) => how === 'again').map(({ membershipId }) => membershipId);
  const gone = new Set([...(await deleteUnnamed(tx, fresh, deleteMemberships)), ...again]);
  await endAgain(tx, again, now);
  const removed = [...locked.values()].filter(({ id }) => gone.has(id));
  await recordRemovals(tx, removed, { actor, now });
  return new Map(
    added
      .filter(({ membershipId }) => !gone.has(membershipId))
      .map((each) => [each.row, isUnchanged(each) ? '已由此團體報名' : '成員資料已變更']),
  );
};
