import { sql } from 'drizzle-orm';
import { accounts } from '../../src/accounts/tables.ts';
import { requireManager } from '../../src/groups/policy.ts';
import { groups, memberships } from '../../src/groups/tables.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { NOW } from '../app.ts';
import { buildAccount } from './account.ts';
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

/** Adds so many new people to the group. */
export const fillGroup = async (db: Database, group: { id: number }, people: number): Promise<void> => {
  const { organizationId } = await buildAccount(db);
  await db.execute(sql`
    with added as (
      insert into ${accounts} (country, passport_no, password_hash, organization_id, created_at, updated_at)
      select 'foreign', ${`F${group.id}X`} || (1000 + n), 'x', ${organizationId}, ${NOW}, ${NOW} from generate_series(1, ${people}) n
      returning id
    )
    insert into ${memberships} (group_id, account_id, role, joined_at)
    select ${group.id}, id, 'member', ${NOW} from added`);
};
