import { requireManager } from '../../src/groups/policy.ts';
import { groups, memberships } from '../../src/groups/tables.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { NOW } from '../app.ts';
import { one } from './one.ts';

let serial = 0;

export const buildGroup = async (db: Database, overrides: Partial<typeof groups.$inferInsert> = {}) => {
  serial += 1;
  return one(
    await db
      .insert(groups)
      .values({ code: `GROUP${serial}`, name: `團體${serial}`, createdAt: NOW, ...overrides })
      .returning(),
  );
};

/** The group as the gate of its managers hands it to an operation. */
export const asManaged = ({ id, code, name }: Pick<typeof groups.$inferSelect, 'id' | 'code' | 'name'>) =>
  requireManager({ id, code, name, role: 'manager' });

/** `account` belongs to `group`, as an ordinary member unless told otherwise. */
export const buildMembership = async (
  db: Database,
  {
    group,
    account,
    role = 'member',
    joinedAt = NOW,
    leftAt = null,
  }: {
    group: { id: number };
    account: { id: number };
    role?: 'manager' | 'member';
    joinedAt?: Date;
    leftAt?: Date | null;
  },
) =>
  one(
    await db
      .insert(memberships)
      .values({ groupId: group.id, accountId: account.id, role, leftAt, joinedAt })
      .returning(),
  );
