import { type Right, roles, rolesWith } from '@portal/contract/rights';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Circumstances } from '../../src/audit/actor.ts';
import { approveRenewal } from '../../src/certificates/approve-renewal.ts';
import { issueCertificate } from '../../src/certificates/issue-certificate.ts';
import { rejectRenewal } from '../../src/certificates/reject-renewal.ts';
import { approveRegistration } from '../../src/enrolment/approve-registration.ts';
import { rejectRegistration } from '../../src/enrolment/reject-registration.ts';
import { confirmPayment } from '../../src/payment/confirm-payment.ts';
import { rejectPayment } from '../../src/payment/reject-payment.ts';
import type { Tx } from '../../src/platform/database.ts';
import type { Staff } from '../../src/staff/actors.ts';
import { recordResult } from '../../src/training/record-result.ts';
import { NOW, openTestPortal, type TestPortal } from '../app.ts';
import { buildAccount } from '../factories/account.ts';
import { buildClass } from '../factories/catalogue.ts';
import { buildCertificate, buildRenewalRequest } from '../factories/certificate.ts';
import { buildRegistration } from '../factories/registration.ts';
import { asStaff, grant } from '../factories/staff.ts';

/* The operations by which staff decide, each by every role, within its branch and in another one. */

let portal: TestPortal;
let registrationId: number;
let requestId: number;
/** The branch of the class and of the certificate, with another one. */
let here: number;
let certificate: { accountId: number; organizationId: number; courseId: number; issuedOn: string };

beforeAll(async () => {
  portal = await openTestPortal();
  const opening = await buildClass(portal.db);
  here = opening.organizationId;
  const account = await buildAccount(portal.db);
  registrationId = (await buildRegistration(portal.db, { class: opening, account })).id;
  const held = await buildCertificate(portal.db, { account, organizationId: here });
  requestId = (await buildRenewalRequest(portal.db, { certificate: held })).id;
  certificate = {
    accountId: account.id,
    organizationId: here,
    courseId: opening.courseId,
    issuedOn: '2026-11-30',
  };
});
afterAll(() => portal.close());

type Operation = (tx: Tx, by: Circumstances<Staff>) => Promise<unknown>;

const operations: [name: string, right: Right, unknown: string, operation: Operation][] = [
  [
    'approveRegistration',
    'registration.review',
    'registration_unknown',
    (tx, by) => approveRegistration(tx, { registrationId }, by),
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
    'rejectPayment',
    'payment.confirm',
    'registration_unknown',
    (tx, by) => rejectPayment(tx, { registrationId, reason: '查無匯款' }, by),
  ],
  [
    'recordResult',
    'result.write',
    'registration_unknown',
    (tx, by) => recordResult(tx, { registrationId, result: 1, scores: [] }, by),
  ],
  [
    'issueCertificate',
    'certificate.issue',
    'certificate_kind',
    (tx, by) => issueCertificate(tx, certificate, by),
  ],
  ['approveRenewal', 'renewal.review', 'renewal_unknown', (tx, by) => approveRenewal(tx, { requestId }, by)],
  [
    'rejectRenewal',
    'renewal.review',
    'renewal_unknown',
    (tx, by) => rejectRenewal(tx, { requestId, backendNote: '不符' }, by),
  ],
];

/** The code of the refusal, or 'done'; nothing is kept. */
const outcome = (operation: Operation, actor: Staff): Promise<unknown> =>
  portal.db
    .transaction(async (tx) => {
      await operation(tx, { actor, now: NOW });
      throw { code: 'done' };
    })
    .catch((error: { code?: string }) => error.code);

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
