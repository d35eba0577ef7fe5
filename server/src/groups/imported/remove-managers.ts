import { inArray, sql } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvents } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { deleteUnnamed } from '../../platform/database/delete-unnamed.ts';
import type { Staff } from '../../staff/actors.ts';
import { groups, memberships } from '../tables.ts';
import type { AddedMember } from './imported-member.ts';
import {
  deleteMemberships,
  endAgain,
  type LockedMembership,
  lockMemberships,
  recordRemovals,
} from './remove-members.ts';

const idsOf = (rows: readonly LockedMembership[]): number[] => rows.map(({ id }) => id);

/** Deletes groups of which only these managers are left. Returns the deleted ones. */
const deleteGroups = async (
  tx: Tx,
  managers: readonly LockedMembership[],
  { actor, now }: Context<Staff>,
) => {
  const ids = [...new Set(managers.map(({ groupId }) => groupId))];
  const own = Map.groupBy(managers, ({ groupId }) => groupId);
  const removed = await deleteUnnamed(tx, ids, async (within, some) => {
    await deleteMemberships(
      within,
      some.flatMap((id) => idsOf(own.get(id) ?? [])),
    );
    await within.delete(groups).where(inArray(groups.id, [...some]));
  });
  const about = { actor, action: 'group.remove', subject: 'group' } as const;
  await recordEvents(
    tx,
    removed.map((id) => ({ ...about, subjectId: id })),
    now,
  );
  return new Set(removed);
};

/** The managers without whom their group still has another one. */
const findSpare = async (tx: Tx, managers: readonly LockedMembership[]): Promise<LockedMembership[]> => {
  const ids = [...new Set(managers.map(({ groupId }) => groupId))];
  const own = JSON.stringify(idsOf(managers));
  const rows = await tx
    .selectDistinct({ groupId: memberships.groupId })
    .from(memberships)
    .where(
      sql`${inArray(memberships.groupId, ids)} and ${memberships.leftAt} is null and ${memberships.role} = 'manager'
        and ${memberships.id} <> all(array(select jsonb_array_elements_text(${own}::jsonb)::bigint))`,
    );
  const led = new Set(rows.map(({ groupId }) => groupId));
  return managers.filter(({ groupId }) => led.has(groupId));
};

/** Managers of groups that stay: those whom the import made managers are members again, others leave. */
const removeSpare = async (
  tx: Tx,
  spare: readonly LockedMembership[],
  howOf: (id: number) => AddedMember['how'] | undefined,
  { actor, now }: Context<Staff>,
): Promise<number[]> => {
  const [promoted, joined] = [
    spare.filter(({ id }) => howOf(id) === 'role'),
    spare.filter(({ id }) => howOf(id) !== 'role'),
  ];
  if (promoted.length > 0)
    await tx
      .update(memberships)
      .set({ role: 'member' })
      .where(inArray(memberships.id, idsOf(promoted)));
  const events = promoted.map(
    ({ groupId, accountId }) =>
      ({
        actor,
        action: 'group.end_manager',
        subject: 'group',
        subjectId: groupId,
        after: { accountId },
      }) as const,
  );
  await recordEvents(tx, events, now);
  const again = idsOf(joined.filter(({ id }) => howOf(id) === 'again'));
  await endAgain(tx, again, now);
  const fresh = idsOf(joined.filter(({ id }) => howOf(id) !== 'again'));
  const gone = new Set([...again, ...(await deleteUnnamed(tx, fresh, deleteMemberships))]);
  await recordRemovals(
    tx,
    joined.filter(({ id }) => gone.has(id)),
    { actor, now },
  );
  return [...idsOf(promoted), ...gone];
};

/**
 * Removes managers that an import added, and their groups if nothing else is left of them. A group that stays keeps a
 * manager. Returns why others stayed, by row. Remove the members first.
 */
export const removeImportedManagers = async (
  tx: Tx,
  added: readonly AddedMember[],
  context: Context<Staff>,
): Promise<ReadonlyMap<number, string>> => {
  const howOf = new Map(added.map(({ membershipId, how }) => [membershipId, how]));
  const locked = (await lockMemberships(tx, added)).filter(({ role }) => role === 'manager');
  const ofCreated = locked.filter(({ id }) => howOf.get(id) === 'group');
  const groupsGone = await deleteGroups(tx, ofCreated, context);
  const isGone = ({ groupId }: LockedMembership) => groupsGone.has(groupId);
  const spare = await findSpare(tx, locked);
  const removed = await removeSpare(tx, spare, (id) => howOf.get(id), context);
  const gone = new Set([...idsOf(locked.filter(isGone)), ...removed]);
  const managers = new Set(idsOf(locked));
  return new Map(
    added
      .filter(({ membershipId }) => !gone.has(membershipId))
      .map(({ row, membershipId }) => [
        row,
        managers.has(membershipId) ? '團體已有人使用，須保留管理員' : '成員資料已變更',
      ]),
  );
};
