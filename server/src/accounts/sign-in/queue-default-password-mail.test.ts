import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildMail } from '../../../test/factories/mail.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { queueDefaultPasswordMail } from './queue-default-password-mail.ts';

const DAY = 24 * 3_600_000;

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('is queued once a day for each account, whatever other mails it gets', async () => {
  const [account, other] = [await buildAccount(portal.db), await buildAccount(portal.db)];
  const queue = ({ id }: { id: number }, span: number) =>
    inTransaction(portal.db, (tx) => queueDefaultPasswordMail(tx, id, new Date(NOW.getTime() + span)));
  const mine = and(eq(mails.accountId, account.id), eq(mails.template, 'default_password_login'));
  const counts: number[] = [];
  await buildMail(portal.db, account);
  await queue(other, 0);
  for (const span of [0, DAY - 1, DAY]) {
    await queue(account, span);
    counts.push(await portal.db.$count(mails, mine));
  }
  expect(counts).toEqual([1, 1, 2]);
  const [mail] = await portal.db.select().from(mails).where(mine);
  expect(mail).toMatchObject({ recipient: account.email, data: { name: account.chineseName } });
});
