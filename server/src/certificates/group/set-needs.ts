import type { Need } from '@portal/contract/group-certificates';
import { asc, eq, inArray } from 'drizzle-orm';
import type { Trainee } from '../../accounts/actors.ts';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { refuseOldVersion } from '../../audit/version.ts';
import { certificateKinds } from '../../catalogue/tables.ts';
import type { ManagedGroup } from '../../groups/policy.ts';
import { groups } from '../../groups/tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { StaffOrSystem } from '../../staff/actors.ts';
import { certificateNeeds } from '../tables.ts';

interface NewNeeds {
  readonly group: Pick<ManagedGroup, 'id'>;
  readonly needs: readonly Need[];
  /** That the manager has seen. */
  readonly version: number;
}

const versionedNeeds = (groupId: number) =>
  ({ subject: 'group', id: groupId, actions: ['group.set_needs'] }) as const;

const readNeeds = (tx: Tx, groupId: number): Promise<Need[]> =>
  tx
    .select({ kind: certificateNeeds.kindId, count: certificateNeeds.count })
    .from(certificateNeeds)
    .where(eq(certificateNeeds.groupId, groupId))
    .orderBy(asc(certificateNeeds.kindId));

const findKindNames = async (tx: Tx, needs: readonly Need[]): Promise<ReadonlyMap<number, string>> => {
  const ids = needs.map(({ kind }) => kind);
  const rows = await tx.select().from(certificateKinds).where(inArray(certificateKinds.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
};

const sameNeeds = (one: readonly Need[], other: readonly Need[]): boolean =>
  one.length === other.length &&
  one.every(({ kind, count }, at) => other[at]?.kind === kind && other[at].count === count);

/**
 * Replaces the needs of the group. Saving what is stored already is a success, as after a lost answer; an older version
 * is refused with the changes since.
 */
export const setNeeds = async (
  tx: Tx,
  { group: { id: groupId }, needs, version }: NewNeeds,
  { actor, now }: Context<Trainee | StaffOrSystem>,
): Promise<void> => {
  await tx.select({ id: groups.id }).from(groups).where(eq(groups.id, groupId)).for('no key update');
  const former = await readNeeds(tx, groupId);
  const wanted = needs.toSorted((a, b) => a.kind - b.kind);
  if (sameNeeds(wanted, former)) return;
  await refuseOldVersion(tx, versionedNeeds(groupId), version);
  const names = await findKindNames(tx, [...former, ...wanted]);
  if (wanted.some(({ kind }) => !names.has(kind))) throw new Refusal('need_kind_unknown');
  await tx.delete(certificateNeeds).where(eq(certificateNeeds.groupId, groupId));
  if (wanted.length > 0) {
    const rows = wanted.map(({ kind, count }) => ({ groupId, kindId: kind, count }));
    await tx.insert(certificateNeeds).values(rows);
  }
  const textsOf = (list: readonly Need[]) => list.map(({ kind, count }) => `${names.get(kind)} ${count} 人`);
  const event = { actor, action: 'group.set_needs', subject: 'group', subjectId: groupId } as const;
  await recordEvent(
    tx,
    { ...event, before: { needs: textsOf(former) }, after: { needs: textsOf(wanted) } },
    now,
  );
};
