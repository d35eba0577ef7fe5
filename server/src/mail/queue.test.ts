import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass } from '../../test/factories/catalogue.ts';
import { buildCertificate } from '../../test/factories/certificate.ts';
import { one } from '../../test/factories/one.ts';
import { registeredLetter } from '../accounts/sign-up/letters.ts';
import { renewalRejectedLetter } from '../certificates/letters.ts';
import { enrolledLetter } from '../enrolment/letters.ts';
import { inTransaction } from '../platform/database.ts';
import type { Mail } from './letters.ts';
import { queueMail } from './queue.ts';
import { mails } from './tables.ts';

/* The class and the organisation that a mail is about are filled in by the database. */

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const queued = async (mail: Mail) => {
  const account = await buildAccount(portal.db);
  await inTransaction(portal.db, (tx) => queueMail(tx, account, mail, NOW));
  return one(await portal.db.select().from(mails).where(eq(mails.accountId, account.id)));
};

const about = { name: '王小明', train: '急救人員', startTime: '', place: '教室', organization: '臺北市分會' };

test('a mail about a class belongs to the class and its organisation', async () => {
  const { id, code, organizationId } = await buildClass(portal.db);
  await buildClass(portal.db);
  expect(await queued(enrolledLetter({ ...about, code }))).toMatchObject({ classId: id, organizationId });
});

test('a mail about a certificate belongs to the organisation of the certificate', async () => {
  const account = await buildAccount(portal.db);
  const { number, organizationId } = await buildCertificate(portal.db, { account });
  const mail = renewalRejectedLetter({ name: '王小明', certificate: '急救人員', number, reason: '未滿時數' });
  expect(await queued(mail)).toMatchObject({ classId: null, organizationId });
});

test('a mail about an account belongs to no organisation', async () => {
  expect(await queued(registeredLetter({ name: '王小明' }))).toMatchObject({
    classId: null,
    organizationId: null,
  });
});
