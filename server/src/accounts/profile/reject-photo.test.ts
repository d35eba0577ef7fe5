import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { codeOf } from '../../../test/factories/desk.ts';
import { one } from '../../../test/factories/one.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { actDuring } from '../../../test/locks.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { unusedFiles } from '../../platform/tables.ts';
import { accounts } from '../tables.ts';
import { rejectPhoto } from './reject-photo.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const stored = async ({ id }: { id: number }) =>
  one(await portal.db.select().from(accounts).where(eq(accounts.id, id)));
const rejectIn = (tx: Tx, { id: accountId }: { id: number }) =>
  rejectPhoto(tx, { accountId, reason: '模糊' }, { actor: decidingStaff(), now: NOW });
const reject = (person: { id: number }) => inTransaction(portal.db, (tx) => rejectIn(tx, person));

test('the photo of one person is removed, and the person is asked for another one by name', async () => {
  const person = await buildAccount(portal.db, { photoKey: 'photos/blurred' });
  const other = await buildAccount(portal.db, { photoKey: 'photos/other' });
  await reject(person);
  expect((await stored(person)).photoKey).toBeNull();
  expect(await stored(other)).toEqual(other);
  expect(await portal.db.select().from(unusedFiles)).toMatchObject([
    { key: 'photos/blurred', owner: `account:${person.id}` },
  ]);
  const [mail] = await portal.db.select().from(mails).where(eq(mails.accountId, person.id));
  expect(mail?.data).toEqual({ name: person.chineseName, reason: '模糊' });
});

test('a photo that a colleague rejects meanwhile is not rejected again', async () => {
  const person = await buildAccount(portal.db, { photoKey: 'photos/dark' });
  const rejecting = actDuring(
    portal.db,
    (tx) => rejectIn(tx, person),
    () => codeOf(reject(person)),
  );
  expect(await rejecting).toBe('person_without_photo');
});
