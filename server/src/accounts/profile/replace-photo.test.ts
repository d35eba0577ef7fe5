import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { codeOf } from '../../../test/factories/desk.ts';
import { one } from '../../../test/factories/one.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { actDuring } from '../../../test/locks.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { lockAccount } from '../queries.ts';
import { accounts } from '../tables.ts';
import { replacePhoto } from './replace-photo.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const stored = async ({ id }: { id: number }) =>
  one(await portal.db.select().from(accounts).where(eq(accounts.id, id)));
const replace = ({ id: accountId }: { id: number }) =>
  inTransaction(portal.db, (tx) =>
    replacePhoto(tx, { accountId, photoKey: 'photos/new' }, { actor: decidingStaff(), now: NOW }),
  );

test('the photo of one person is replaced', async () => {
  const [person, other] = [await buildAccount(portal.db), await buildAccount(portal.db)];
  await replace(person);
  expect((await stored(person)).photoKey).toBe('photos/new');
  expect(await stored(other)).toEqual(other);
});

test('a person who is suspended meanwhile gets no photo', async () => {
  const person = await buildAccount(portal.db);
  const replacing = actDuring(
    portal.db,
    async (tx) => {
      await lockAccount(tx, person.id);
      await tx.update(accounts).set({ suspendedAt: NOW }).where(eq(accounts.id, person.id));
    },
    () => codeOf(replace(person)),
  );
  expect(await replacing).toBe('person_suspended');
  expect((await stored(person)).photoKey).toBeNull();
});
