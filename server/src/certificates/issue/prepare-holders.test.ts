import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass, buildCourse, buildOrganization } from '../../../test/factories/catalogue.ts';
import { buildCertificate } from '../../../test/factories/certificate.ts';
import { issueForRegistration } from '../../../test/factories/issue.ts';
import { one } from '../../../test/factories/one.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { actDuring } from '../../../test/locks.ts';
import { closeMerged } from '../../accounts/merging/close-merged.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { certificates } from '../tables.ts';
import { issueCertificate } from './issue-certificate.ts';

/* Today is 2026-12-01. */

let portal: TestPortal;
let organizationId: number;
let courseId: number;
beforeAll(async () => {
  portal = await openTestPortal();
  ({ id: organizationId } = await buildOrganization(portal.db));
  ({ id: courseId } = await buildCourse(portal.db));
});
afterAll(() => portal.close());

const context = { actor: decidingStaff(), now: NOW };

const run = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(portal.db, work);

type Account = Awaited<ReturnType<typeof buildAccount>>;

/** A registration of somebody who has passed a class of the course. */
const buildPassed = async (account: Account) => {
  const [startTime, endTime] = [new Date('2026-11-20T01:00:00Z'), new Date('2026-11-21T09:00:00Z')];
  const facts = { courseId, startTime, endTime, state: 'completed', fee: 0 } as const;
  const trainingClass = await buildClass(portal.db, facts);
  return buildRegistration(portal.db, { class: trainingClass, account, state: 'confirmed', result: 1 });
};

const issueIn = (tx: Tx, { id: registrationId }: { id: number }) =>
  issueForRegistration(tx, { registrationId }, context);

const issueTo = async (account: Account) => {
  const registration = await buildPassed(account);
  return run((tx) => issueIn(tx, registration));
};

const issueWithoutClass = ({ id: accountId }: Account, endTime: string) =>
  run((tx) =>
    issueCertificate(tx, { accountId, organizationId, courseId, issuedOn: '2024-12-01', endTime }, context),
  );

const stateOf = async ({ id }: { id: number }) =>
  one(await portal.db.select().from(certificates).where(eq(certificates.id, id))).state;

test('only the expired certificate of the person and the kind lapses', async () => {
  const [account, bystander] = [await buildAccount(portal.db), await buildAccount(portal.db)];
  const expired = { courseId, endTime: '2026-11-30' };
  const other = await buildCourse(portal.db, { code: 'FA1', chineseName: '初級急救員訓練' });
  const kept = [
    await buildCertificate(portal.db, { account: bystander, ...expired }),
    await buildCertificate(portal.db, { account, ...expired, courseId: other.id }),
    await buildCertificate(portal.db, { account, ...expired, state: 'revoked', endedAt: NOW }),
  ];
  const own = await buildCertificate(portal.db, { account, ...expired });
  const issued = await issueTo(account);
  expect(await Promise.all([...kept, own, issued].map(stateOf))).toEqual([
    ...['valid', 'valid', 'revoked'],
    ...['lapsed', 'valid'],
  ]);
});

test('a certificate is valid on its last day: another one is refused', async () => {
  const account = await buildAccount(portal.db);
  const held = await buildCertificate(portal.db, { account, courseId, endTime: '2026-12-01' });
  await expect(issueTo(account)).rejects.toMatchObject({ code: 'certificate_live' });
  expect(await stateOf(held)).toBe('valid');
});

test('a name in Latin letters is enough', async () => {
  const foreigner = { country: 'foreign', chineseName: null, englishName: 'Ann Lee' } as const;
  expect(await stateOf(await issueTo(await buildAccount(portal.db, foreigner)))).toBe('valid');
});

test.each([
  ['that ends today follows an expired one', '2026-12-01', '2026-11-30', 'valid', 'lapsed'],
  ['that has expired leaves an expired one', '2026-11-30', '2026-11-29', 'lapsed', 'valid'],
  ['that has expired leaves a valid one', '2026-11-30', '2026-12-01', 'lapsed', 'valid'],
])('a certificate without a class %s', async (_, endTime, heldUntil, state, heldState) => {
  const account = await buildAccount(portal.db);
  const held = await buildCertificate(portal.db, { account, courseId, endTime: heldUntil });
  const issued = await issueWithoutClass(account, endTime);
  expect([await stateOf(issued), await stateOf(held)]).toEqual([state, heldState]);
});

test('a person who has passed two classes gets one certificate of the kind, also at once', async () => {
  const account = await buildAccount(portal.db);
  const [first, second] = [await buildPassed(account), await buildPassed(account)];
  const late = actDuring(
    portal.db,
    (tx) => issueIn(tx, first),
    () => run((tx) => issueIn(tx, second)),
  );
  await expect(late).rejects.toMatchObject({ code: 'certificate_live' });
});

test('an account that becomes part of another one meanwhile gets none', async () => {
  const [removed, survivor] = [await buildAccount(portal.db), await buildAccount(portal.db)];
  const late = actDuring(
    portal.db,
    (tx) => closeMerged(tx, { from: removed.id, to: survivor.id }, NOW),
    () => issueWithoutClass(removed, '2027-11-30'),
  );
  await expect(late).rejects.toThrow('part of another one');
  expect(await portal.db.$count(certificates, eq(certificates.accountId, removed.id))).toBe(0);
});
