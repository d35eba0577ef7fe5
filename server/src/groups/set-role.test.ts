import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildGroup, buildMembership } from '../../test/factories/group.ts';
import { decidingStaff } from '../../test/factories/staff.ts';
import { actDuring } from '../../test/locks.ts';
import { mails } from '../mail/tables.ts';
import { inTransaction } from '../platform/database/database.ts';
import { endMembership } from './end-membership.ts';
import { setRole } from './set-role.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const context = { actor: decidingStaff(), now: NOW };

test('two managers who lose their role at the same moment leave one', async () => {
  const { db } = portal;
  const [group, one, other] = [await buildGroup(db), await buildAccount(db), await buildAccount(db)];
  for (const account of [one, other]) await buildMembership(db, { group, account, role: 'manager' });
  const demote = ({ id: accountId }: { id: number }) => ({
    ...{ groupId: group.id, accountId },
    ...({ role: 'member', reason: '職務調整' } as const),
  });
  const demoted = actDuring(
    db,
    (tx) => setRole(tx, demote(one), context),
    () => inTransaction(db, (tx) => setRole(tx, demote(other), context)),
  );
  await expect(demoted).rejects.toMatchObject({ code: 'group_last_manager' });
});

test('a member whom a manager removes at the same moment does not become manager and is not written to', async () => {
  const { db } = portal;
  const [group, manager, member] = [await buildGroup(db), await buildAccount(db), await buildAccount(db)];
  await buildMembership(db, { group, account: manager, role: 'manager' });
  await buildMembership(db, { group, account: member });
  const of = { groupId: group.id, accountId: member.id };
  const promoted = actDuring(
    db,
    (tx) => endMembership(tx, of, context),
    () => inTransaction(db, (tx) => setRole(tx, { ...of, role: 'manager', reason: '職務調整' }, context)),
  );
  await expect(promoted).rejects.toMatchObject({ code: 'member_unknown' });
  expect(await db.$count(mails, eq(mails.accountId, member.id))).toBe(0);
});
