import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass } from '../../test/factories/catalogue.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { findContacts } from '../accounts/people/contacts.ts';
import { mails } from '../mail/tables.ts';
import { inTransaction } from '../platform/database/database.ts';
import { reopenedLetter } from './letters.ts';
import { queueRegistrationMail } from './queue-registration-mail.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('a mail about a registration goes to its person, or to the given recipient', async () => {
  const [trainingClass, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
  const manager = await buildAccount(portal.db);
  const { id: registrationId } = await buildRegistration(portal.db, { class: trainingClass, account });
  const [recipient] = await findContacts(portal.db, [manager.id]);
  const people: string[] = [];
  for (const to of [{}, recipient && { recipient }]) {
    await inTransaction(portal.db, (tx) =>
      queueRegistrationMail(
        tx,
        { registrationId, ...to },
        ({ about, nameForOthers }) => {
          people.push(nameForOthers);
          return reopenedLetter({ ...about, toPay: true });
        },
        NOW,
      ),
    );
  }
  const sentTo = async ({ id }: { id: number }) =>
    (await portal.db.select().from(mails).where(eq(mails.accountId, id))).map(({ data }) => data);
  expect(await sentTo(account)).toMatchObject([{ name: account.chineseName }]);
  expect(await sentTo(manager)).toMatchObject([{ name: manager.chineseName }]);
  expect(people).toEqual([account.chineseName, account.chineseName]);
});
