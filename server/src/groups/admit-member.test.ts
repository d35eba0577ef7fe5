import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount, PASSWORD } from '../../test/factories/account.ts';
import { asManaged, buildGroup, buildMembership } from '../../test/factories/group.ts';
import { actDuring } from '../../test/locks.ts';
import { proveTrainee } from '../accounts/actors.ts';
import { addMembership } from './add-membership.ts';
import { admitMember } from './admit-member.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('somebody whom another manager adds at the same moment is refused, also without the route', async () => {
  const { db } = portal;
  const [group, manager, person] = [await buildGroup(db), await buildAccount(db), await buildAccount(db)];
  await buildMembership(db, { group, account: manager, role: 'manager' });
  const actor = proveTrainee({ accountId: manager.id });
  const form = { country: 'local', account: person.idNumber ?? '', password: PASSWORD } as const;
  const admitted = actDuring(
    db,
    (tx) => addMembership(tx, { groupId: group.id, accountId: person.id }, { actor, now: NOW }),
    () =>
      admitMember(
        db,
        { group: asManaged(group), form },
        { actor, address: '127.0.0.1', now: NOW, defaultPasswordDays: 180 },
      ),
  );
  await expect(admitted).rejects.toMatchObject({ code: 'member_already' });
});
