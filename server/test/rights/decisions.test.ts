import { type Right, roles, rolesWith } from '@portal/contract/rights';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAccount } from '../../src/accounts/queries.ts';
import type { Context } from '../../src/audit/actor.ts';
import { createBankAccount } from '../../src/catalogue/bank-accounts/create-bank-account.ts';
import { createCertificateKind } from '../../src/catalogue/certificate-kinds/create-certificate-kind.ts';
import { addCourse } from '../../src/catalogue/courses/add-course.ts';
import { createOrganization } from '../../src/catalogue/organizations/create-organization.ts';
import { courses } from '../../src/catalogue/tables.ts';
import { issueCertificate } from '../../src/certificates/issue/issue-certificate.ts';
import { approveRenewal } from '../../src/certificates/renewal/approve-renewal.ts';
import { askDocument } from '../../src/certificates/renewal/ask-document.ts';
import { rejectRenewal } from '../../src/certificates/renewal/reject-renewal.ts';
import { createClass } from '../../src/classes/acts/create-class.ts';
import { publishClass } from '../../src/classes/acts/publish-class.ts';
import { setClassSessions } from '../../src/classes/acts/set-class-sessions.ts';
import { addAttachment } from '../../src/classes/files/add-attachment.ts';
import { classes } from '../../src/classes/tables.ts';
import { createBanner } from '../../src/content/banners/create-banner.ts';
import { createIntro } from '../../src/content/create-intro.ts';
import { createIntroType } from '../../src/content/create-intro-type.ts';
import { setFooter } from '../../src/content/set-footer.ts';
import { introTypes, pictures } from '../../src/content/tables.ts';
import { releaseNumber } from '../../src/enrolment/on-behalf/release-number.ts';
import { approveInClass, approveRegistration } from '../../src/enrolment/review/approve-registration.ts';
import { rejectRegistration } from '../../src/enrolment/review/reject-registration.ts';
import { createGroup } from '../../src/groups/create-group.ts';
import { confirmPayment, confirmPayments } from '../../src/payment/confirm-payment.ts';
import { rejectPayment } from '../../src/payment/reject-payment.ts';
import type { Tx } from '../../src/platform/database/database.ts';
import type { Staff, StaffOrSystem } from '../../src/staff/actors.ts';
import { recordResult } from '../../src/training/results/record-result.ts';
import { NOW, openTestPortal, type TestPortal } from '../app.ts';
import { buildAccount } from '../factories/account.ts';
import { buildClass } from '../factories/catalogue.ts';
import { buildCertificate, buildRenewalRequest } from '../factories/certificate.ts';
import { bannerContent } from '../factories/content.ts';
import { buildRegistration } from '../factories/registration.ts';
import { asStaff, grant } from '../factories/staff.ts';

/* The operations by which staff decide, each by every role, within its branch and in another one. */

let portal: TestPortal;
let registrationId: number;
let requestId: number;
/** The branch of the class and of the certificate, with another one. */
let here: number;
let courseId: number;
let classId: number;
let certificate: { accountId: number; organizationId: number; courseId: number; issuedOn: string };

beforeAll(async () => {
  portal = await openTestPortal();
  const trainingClass = await buildClass(portal.db);
  here = trainingClass.organizationId;
  courseId = trainingClass.courseId;
  classId = trainingClass.id;
  await portal.db.insert(pictures).values({ key: picture, width: 1600, height: 480, createdAt: NOW });
  const account = await buildAccount(portal.db);
  registrationId = (await buildRegistration(portal.db, { class: trainingClass, account })).id;
  const held = await buildCertificate(portal.db, { account, organizationId: here });
  requestId = (await buildRenewalRequest(portal.db, { certificate: held })).id;
  certificate = {
    accountId: account.id,
    organizationId: here,
    courseId: trainingClass.courseId,
    issuedOn: '2026-11-30',
  };
});
afterAll(() => portal.close());

const picture = 'a-picture-of-rights';

type Operation<A extends StaffOrSystem = StaffOrSystem> = (tx: Tx, by: Context<A>) => Promise<unknown>;

const operations: [name: string, right: Right, unknown: string, operation: Operation<Staff>][] = [
  [
    'createGroup',
    'group.manage',
    'forbidden',
    (tx, by) => {
      const managerIds = [certificate.accountId];
      return createGroup(tx, { code: 'RIGHTS', name: '團體', organizationId: here, managerIds }, by);
    },
  ],
  [
    'approveRegistration',
    'registration.review',
    'registration_unknown',
    (tx, by) => approveRegistration(tx, { registrationId }, by),
  ],
  [
    'approveInClass',
    'registration.review',
    'registration_unknown',
    (tx, by) => approveInClass(tx, { classId, registrationIds: [registrationId] }, by),
  ],
  [
    'rejectRegistration',
    'registration.review',
    'registration_unknown',
    (tx, by) => rejectRegistration(tx, { registrationId, reason: '資格不符' }, by),
  ],
  [
    'confirmPayment',
    'payment.confirm',
    'registration_unknown',
    (tx, by) => confirmPayment(tx, { registrationId }, by),
  ],
  [
    'confirmPayments',
    'payment.confirm',
    'registration_unknown',
    (tx, by) => confirmPayments(tx, { registrationIds: [registrationId] }, by),
  ],
  [
    'rejectPayment',
    'payment.confirm',
    'registration_unknown',
    (tx, by) => rejectPayment(tx, { registrationId, reason: '查無匯款' }, by),
  ],
  [
    'recordResult',
    'result.publish',
    'registration_unknown',
    (tx, by) => recordResult(tx, { registrationId, result: 1, scores: [] }, by),
  ],
  [
    'issueCertificate',
    'certificate.issue',
    'certificate_kind',
    (tx, by) => issueCertificate(tx, certificate, by),
  ],
  [
    'createClass',
    'class.write',
    'forbidden',
    (tx, by) =>
      createClass(
        tx,
        {
          ...{ code: 'RIGHTS-001', organizationId: here, courseId, startTime: NOW, limitNumber: 20, fee: 0 },
          ...{ place: '教室', contactName: '林承辦', contactPhone: '02-20000001' },
          ...{ personalAllow: true, groupAllow: true },
        },
        by,
      ),
  ],
  [
    'setClassSessions',
    'class.write',
    'forbidden',
    (tx, by) => {
      const sessions = [{ date: '2026-12-31', fromTime: '09:00', toTime: '18:00' }];
      return setClassSessions(tx, { classId, sessions }, by);
    },
  ],
  [
    'publishClass',
    'class.publish',
    'forbidden',
    async (tx, by) => {
      await tx.update(classes).set({ state: 'draft', publishedAt: null }).where(eq(classes.id, classId));
      return publishClass(tx, { id: classId }, by);
    },
  ],
  [
    'addAttachment',
    'class.write',
    'forbidden',
    (_tx, by) => {
      const file = { classId, name: '簡章', extension: 'pdf', bytes: new Uint8Array(1) };
      return addAttachment(portal.services, file, by);
    },
  ],
  ['approveRenewal', 'renewal.review', 'renewal_unknown', (tx, by) => approveRenewal(tx, { requestId }, by)],
  [
    'askDocument',
    'renewal.review',
    'renewal_unknown',
    (tx, by) => askDocument(tx, { requestId, text: '請補件' }, by),
  ],
  [
    'rejectRenewal',
    'renewal.review',
    'renewal_unknown',
    (tx, by) => rejectRenewal(tx, { requestId, backendNote: '不符' }, by),
  ],
];

/** The code of the refusal, or 'done'; nothing is kept. */
const outcome = <A extends StaffOrSystem>(operation: Operation<A>, actor: A): Promise<unknown> =>
  portal.db
    .transaction(async (tx) => {
      await operation(tx, { actor, now: NOW });
      throw { code: 'done' };
    })
    .catch((error: { code?: string }) => error.code);

/** Operations on the whole association: a role in one branch is not enough. */
const association: [name: string, right: Right, operation: Operation][] = [
  [
    'createOrganization',
    'settings.edit',
    (tx, by) => createOrganization(tx, { code: 'NEW', name: '新分會' }, by),
  ],
  [
    'createCertificateKind',
    'settings.edit',
    (tx, by) => createCertificateKind(tx, { name: '新證照', type: 'ordinary', years: 3 }, by),
  ],
  [
    'addCourse',
    'settings.edit',
    async (tx, by) => {
      const [former] = await tx.select().from(courses).where(eq(courses.id, courseId));
      const texts = { html: '', paidHtml: '', info: '' };
      const numbers = { hours: 8, attendanceMinimum: 80, fee: 0, limitNumber: 20, paymentDays: 7 };
      const lists = { subjects: [], requires: [], documents: [] };
      const course = { code: 'NEW', name: '新項目', kindId: former?.certificateKindId ?? 0 };
      await addCourse(tx, { ...course, ...texts, ...numbers, ...lists }, by);
    },
  ],
  [
    'createBankAccount',
    'settings.edit',
    (tx, by) => {
      const account = { bank: '範例銀行', holder: '協會', number: '9001' };
      return createBankAccount(tx, { organizationId: here, ...account }, by);
    },
  ],
  [
    'releaseNumber',
    'person.release',
    async (tx, by) => {
      const { account: number } = await findAccount(tx, certificate.accountId);
      return releaseNumber(tx, { number, holderId: certificate.accountId, reason: '本人到場' }, by);
    },
  ],
  [
    'createBanner',
    'content.edit',
    (tx, by) => createBanner(tx, { ...bannerContent, pictureKey: picture }, by),
  ],
  [
    'createIntroType',
    'content.edit',
    (tx, by) => createIntroType(tx, { title: '水上安全', pictureKey: picture }, by),
  ],
  [
    'createIntro',
    'content.edit',
    async (tx, by) => {
      const [type] = await tx
        .insert(introTypes)
        .values({ title: '急救', pictureKey: picture, position: 1 })
        .returning();
      const entry = { title: '甲', html: '<p>一</p>', publishedAt: NOW };
      return createIntro(tx, { typeId: type?.id ?? 0, ...entry }, by);
    },
  ],
  [
    'setFooter',
    'content.edit',
    (tx, by) => setFooter(tx, { name: '協會', address: '', phone: '', fax: '' }, by),
  ],
];

describe.each(association)('%s', (_name, right, operation) => {
  const holders: readonly string[] = rolesWith[right];

  test.each(roles)('by %s', async (role) => {
    const everywhere = await outcome(operation, asStaff({ id: 1, name: '王承辦' }, [grant(role)]));
    expect(everywhere).toBe(holders.includes(role) ? 'done' : 'forbidden');
    const elsewhere = await outcome(
      operation,
      asStaff({ id: 1, name: '王承辦' }, [grant(role, here + 1_000)]),
    );
    expect(elsewhere).toBe('forbidden');
  });

  test('by an operator at the machine', async () => {
    expect(await outcome(operation, 'system')).toBe('done');
  });
});

describe.each(operations)('%s', (_name, right, unknown, operation) => {
  const holders: readonly string[] = rolesWith[right];

  test.each(roles)('by %s', async (role) => {
    const within = await outcome(operation, asStaff({ id: 1, name: '王承辦' }, [grant(role, here)]));
    expect(within === unknown).toBe(!holders.includes(role));
    const elsewhere = await outcome(
      operation,
      asStaff({ id: 1, name: '王承辦' }, [grant(role, here + 1_000)]),
    );
    expect(elsewhere).toBe(unknown);
  });
});
