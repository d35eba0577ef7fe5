import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildStaff, grant } from '../../../test/factories/staff.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { queueAccountMail } from './queue-account-mail.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('an owner who is an administrator gets one mail, and it says when the change happens', async () => {
  const { db } = portal;
  const owner = await buildStaff(db, { grants: [grant('admin')] });
  const other = await buildStaff(db, { grants: [grant('admin')] });
  const change = { owner, act: 'ask_factor_reset', dueAt: new Date('2026-12-01T03:00:00Z') } as const;
  await inTransaction(db, (tx) => queueAccountMail(tx, change, { actor: 'system', now: NOW }));
  const sent = await db.select({ to: mails.recipient, data: mails.data }).from(mails);
  const found = sent.map(({ to, data }) => [to, (data as { due: string }).due]);
  expect(found.toSorted()).toEqual(
    [owner, other].map(({ email }) => [email, '2026-12-01（二）11:00']).toSorted(),
  );
});
