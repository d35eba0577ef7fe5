import type { Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database/database.ts';
import { violatedConstraint } from '../platform/database/violated-constraint.ts';
import { Refusal } from '../platform/errors.ts';
import type { StaffOrSystem } from '../staff/actors.ts';
import { requireRight } from '../staff/policy.ts';
import { groups, memberships } from './tables.ts';

interface NewGroup {
  readonly code: string;
  readonly name: string;
  /** Null: the whole association. */
  readonly organizationId: number | null;
  readonly managerIds: readonly number[];
  readonly reason?: string;
}

type GroupFields = Pick<NewGroup, 'code' | 'name' | 'organizationId'>;

const insertGroup = async (tx: Tx, fields: GroupFields, now: Date): Promise<number> => {
  const [group] = await tx
    .insert(groups)
    .values({ ...fields, createdAt: now })
    .onConflictDoNothing({ target: groups.code })
    .returning({ id: groups.id })
    .catch((error: unknown) => {
      const isUnknown = violatedConstraint(error) === 'groups_organization_id_organizations_id_fk';
      throw isUnknown ? new Refusal('class_organization_unknown') : error;
    });
  if (!group) throw new Refusal('group_code_taken');
  return group.id;
};

export const createGroup = async (
  tx: Tx,
  { managerIds, reason, ...fields }: NewGroup,
  { actor, now }: Context<StaffOrSystem>,
): Promise<number> => {
  requireRight(actor, 'group.manage', fields.organizationId);
  const groupId = await insertGroup(tx, fields, now);
  const managers = managerIds.map((accountId) => ({
    groupId,
    accountId,
    role: 'manager' as const,
    joinedAt: now,
  }));
  await tx.insert(memberships).values(managers);
  const event = { actor, action: 'group.create', subject: 'group', subjectId: groupId } as const;
  await recordEvent(tx, { ...event, after: { ...fields, managerIds, reason } }, now);
  return groupId;
};
