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
import { confirmPhone } from './confirm-phone.ts';

const PHONE = '0911-222333';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const build = () => buildAccount(portal.db, { cellPhone: PHONE });
const stored = async ({ id }: { id: number }) =>
  one(await portal.db.select().from(accounts).where(eq(accounts.id, id)));
const confirm = ({ id: accountId }: { id: number }) =>
  inTransaction(portal.db, (tx) =>
    confirmPhone(tx, { accountId, phone: PHONE }, { actor: decidingStaff(), now: NOW }),
  );

test('the phone of one person is confirmed', async () => {
  const [person, other] = [await build(), await build()];
  await confirm(person);
  expect((await stored(person)).phoneConfirmedAt).toEqual(NOW);
  expect((await stored(other)).phoneConfirmedAt).toBeNull();
});

test('a number that the person changes meanwhile is not confirmed', async () => {
  const person = await build();
  const confirming = actDuring(
    portal.db,
    async (tx) => {
      await lockAccount(tx, person.id);
      await tx.update(accounts).set({ cellPhone: '0955-666777' }).where(eq(accounts.id, person.id));
    },
    () => codeOf(confirm(person)),
  );
  expect(await confirming).toBe('phone_changed');
  expect((await stored(person)).phoneConfirmedAt).toBeNull();
});
