import { addDays, today } from '@portal/contract/dates';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass, buildCourse } from '../../../test/factories/catalogue.ts';
import { buildCertificate } from '../../../test/factories/certificate.ts';
import { actDuring } from '../../../test/locks.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { certificateReminderSettings, certificateReminders } from '../tables.ts';
import { remindHolders } from './remind-holders.ts';

/* A whole year of reminders is in `timers/send-reminders.test.ts`. */

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const START = today(NOW);

const remind = () => inTransaction(portal.db, (tx) => remindHolders(tx, NOW));

const buildHolder = async (certificate: Partial<Parameters<typeof buildCertificate>[1]>) => {
  const account = await buildAccount(portal.db);
  return { account, certificate: await buildCertificate(portal.db, { account, ...certificate }) };
};

/** Returns the data of the reminder mails to the person. */
const lettersTo = async ({ account }: { account: { id: number } }) =>
  (await portal.db.select().from(mails).where(eq(mails.accountId, account.id))).map(({ data }) => data);

test('a certificate that was issued on the day of a reminder is not reminded of it', async () => {
  const dates = { endTime: addDays(START, 90), years: 1 };
  const late = await buildHolder({ ...dates, issuedOn: START });
  const early = await buildHolder({ ...dates, issuedOn: addDays(START, -1) });
  await remind();
  expect([await lettersTo(late), await lettersTo(early)]).toMatchObject([
    [],
    [{ name: early.account.chineseName, daysLeft: 90 }],
  ]);
});

test('classes are offered from the first moment of enrolment and before its end', async () => {
  const { id: courseId } = await buildCourse(portal.db, { code: 'OFF', chineseName: '堆高機操作訓練' });
  const opening = await buildClass(portal.db, { courseId, applyFrom: NOW });
  await buildClass(portal.db, { courseId, applyUntil: NOW });
  const holder = await buildHolder({ courseId, endTime: addDays(START, 20) });
  await remind();
  expect(await lettersTo(holder)).toMatchObject([{ offered: [{ code: opening.code }] }]);
});

test.each([
  ['from today on', 'coach', '2027-06-01', null],
  ['from tomorrow on', 'coach', '2027-06-02', '2026-12-02（三）'],
  ['never, for an ordinary one', 'ordinary', '2027-06-02', null],
] as const)(
  'the letter says when the certificate can be renewed: %s',
  async (_, type, endTime, renewalOpens) => {
    const code = type.toUpperCase();
    const course = await buildCourse(portal.db, { code, chineseName: `${code} 訓練`, type, years: 3 });
    await portal.db
      .insert(certificateReminderSettings)
      .values({ kindId: course.certificateKindId, days: [200], since: ['1900-01-01'] })
      .onConflictDoNothing();
    const holder = await buildHolder({ courseId: course.id, endTime });
    await remind();
    expect(await lettersTo(holder)).toMatchObject([{ renewalOpens }]);
  },
);

test('of two servers that remind of a certificate at the same moment, the second leaves it to the first', async () => {
  const holder = await buildHolder({ endTime: addDays(START, 30) });
  const { id: certificateId } = holder.certificate;
  const done = await actDuring(
    portal.db,
    (tx) => tx.insert(certificateReminders).values({ certificateId, days: 30, createdAt: NOW }),
    remind,
  );
  expect([done, await lettersTo(holder)]).toEqual([0, []]);
});
