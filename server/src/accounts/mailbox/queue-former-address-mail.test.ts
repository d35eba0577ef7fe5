import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { findAccount, type Person } from '../queries.ts';
import { queueFormerAddressMail } from './queue-former-address-mail.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const change = async (overrides: Partial<Person>, changes: Partial<Person>) => {
  const { id } = await buildAccount(portal.db, { email: 'former@example.com', ...overrides });
  const before = await findAccount(portal.db, id);
  await inTransaction(portal.db, (tx) => queueFormerAddressMail(tx, before, { ...before, ...changes }, NOW));
  const queued = await portal.db.select().from(mails).where(eq(mails.accountId, id)).orderBy(mails.template);
  return { before, queued };
};

const foreign = { country: 'foreign' } as const;
const fresh = { email: 'fresh@example.com' };
const otherNumber = { passportNo: 'K7654321' };
const adopted = 'contact_adopted to fresh@example.com';

test.each<[string, Partial<Person>, Partial<Person>, string[]]>([
  ['nothing', {}, {}, []],
  ['the address', {}, fresh, [adopted, 'contact_changed to former@example.com: 電子郵件']],
  ['a foreigner’s address', foreign, fresh, [adopted, 'contact_changed to former@example.com: 電子郵件']],
  [
    'a foreigner’s number',
    foreign,
    otherNumber,
    ['contact_changed to former@example.com: 護照號碼或居留證號'],
  ],
  [
    'both',
    foreign,
    { ...fresh, ...otherNumber },
    [adopted, 'contact_changed to former@example.com: 電子郵件、護照號碼或居留證號'],
  ],
  ['a number that is not the login', { passportNo: 'K1234567' }, { passportNo: null }, []],
  ['the first address', { email: null }, fresh, []],
  ['the number of somebody without an address', { ...foreign, email: null }, otherNumber, []],
])('a change of %s', async (_, overrides, changes, expected) => {
  const { queued } = await change(overrides, changes);
  const told = queued.map(({ template, recipient, data }) => {
    const { what } = data as { what?: string };
    return `${template} to ${recipient}${what ? `: ${what}` : ''}`;
  });
  expect(told).toEqual(expected);
});

test('names the person, and is urgent, only for a confirmed address', async () => {
  for (const emailConfirmedAt of [NOW, null]) {
    const { before, queued } = await change({ emailConfirmedAt }, fresh);
    const mail = queued.find(({ template }) => template === 'contact_changed');
    const name = emailConfirmedAt ? before.chineseName : '';
    expect(mail).toMatchObject({ urgent: emailConfirmedAt !== null, data: { name } });
  }
});
