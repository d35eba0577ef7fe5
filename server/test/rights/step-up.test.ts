import type { Endpoint } from '@portal/contract/endpoint';
import { refusals } from '@portal/contract/errors';
import { exportRegistrations } from '@portal/contract/office/enrolment';
import { exportPeople } from '@portal/contract/office/people';
import * as accountCalls from '@portal/contract/office/staff';
import type { Right } from '@portal/contract/rights';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../app.ts';
import { describedCalls, nameOf } from '../described-calls.ts';
import { buildStaff, buildTotp, enterOffice, grant } from '../factories/staff.ts';
import { send } from '../office-requests.ts';

/* The calls that ask for the second factor again if it was proved more than ten minutes ago. */

/** The calls by what somebody at an unlocked machine could do with them. */
const sensitive = {
  'let somebody in, or lock somebody out': [
    'POST /api/office/staff',
    'POST /api/office/staff/:id/invitation',
    'POST /api/office/staff/:id/roles',
    'POST /api/office/staff/:id/suspend',
    'POST /api/office/staff/:id/resume',
    'POST /api/office/staff/:id/reset-second-factor',
    'POST /api/office/staff/:id/keep-second-factor',
    'POST /api/office/staff/:id/renew-identity-budget',
    'POST /api/office/people/:id/suspend',
    'POST /api/office/people/:id/resume',
    'POST /api/office/people/:id/merges',
    'POST /api/office/people/merges/:id/undo',
    'POST /api/office/password',
    'POST /api/office/recovery-codes',
    'DELETE /api/office/totp',
    'DELETE /api/office/passkeys/:id',
  ],
  'send money elsewhere': [
    'POST /api/office/organizations',
    'POST /api/office/organizations/order',
    'POST /api/office/organizations/:id',
    'POST /api/office/organizations/:id/close',
    'POST /api/office/organizations/:id/reopen',
    'POST /api/office/bank-accounts',
    'POST /api/office/bank-accounts/:id',
    'POST /api/office/bank-accounts/:id/close',
    'POST /api/office/bank-accounts/:id/reopen',
    'POST /api/office/refunds/:id/change',
    'POST /api/office/refunds/:id/pay',
    'POST /api/office/refunds/:id/waive',
  ],
  'change what mails and pages say': [
    'POST /api/office/choices/:list',
    'POST /api/office/choices/:list/order',
    'POST /api/office/choices/:list/:id',
    'POST /api/office/choices/:list/:id/retire',
    'POST /api/office/choices/:list/:id/restore',
    'POST /api/office/certificate-kinds',
    'POST /api/office/setup/starter',
    'DELETE /api/office/setup/starter',
    'POST /api/office/banners',
    'POST /api/office/banners/order',
    'POST /api/office/banners/:id',
    'DELETE /api/office/banners/:id',
    'POST /api/office/intro-types',
    'POST /api/office/intro-types/order',
    'POST /api/office/intro-types/:id',
    'DELETE /api/office/intro-types/:id',
    'POST /api/office/intro-types/:id/order',
    'POST /api/office/intro-types/:id/intros',
    'POST /api/office/intros/:id',
    'DELETE /api/office/intros/:id',
    'DELETE /api/office/intros/:id/revision',
    'DELETE /api/office/site-pages/:name/revision',
    'POST /api/office/site-pages/:name',
    'POST /api/office/footer',
    'POST /api/office/branding',
    'POST /api/office/branding/logos',
    'POST /api/office/certificate-kinds/:id',
    'POST /api/office/certificate-reminders/:id',
    'POST /api/office/review-phrases',
    'POST /api/office/review-phrases/:id',
    'POST /api/office/review-phrases/order',
    'DELETE /api/office/review-phrases/:id',
    'POST /api/office/courses',
    'POST /api/office/courses/:id',
  ],
  'change what certificates say, who signs them, and whether they are valid': [
    'POST /api/office/certificates/:id/revoke',
    'POST /api/office/certificate-pictures',
    'POST /api/office/certificate-signers',
    'POST /api/office/certificate-signers/:id',
    'POST /api/office/certificate-signers/:id/close',
    'POST /api/office/certificate-signers/:id/reopen',
    'POST /api/office/certificate-layouts/:id',
  ],
  'erase a person, or take their data away': [
    'POST /api/office/privacy/requests/:id/erase',
    'POST /api/office/privacy/requests/:id/copy',
    'POST /api/office/privacy/incidents/:id/people/export',
    'POST /api/office/privacy/incidents/:id/notify',
  ],
  'take or show an identity': [
    'POST /api/office/identifiers/release',
    'POST /api/office/imports',
    'POST /api/office/imports/:id/start',
    'POST /api/office/imports/:id/undo',
    'POST /api/office/imports/:id/problems',
    'POST /api/office/people/mailbox',
    'POST /api/office/people/:id/identity',
    'POST /api/office/people/:id/purpose',
    'POST /api/office/people/:id/identity-changes',
    'POST /api/office/registrations/:id/identity',
  ],
} as const;

/** Each changing call of these rights must be in the table. */
const sensitiveRights: readonly Right[] = ['settings.edit', 'staff.manage', 'payment.refund'];

/** Calls that ask in some cases only; the operation asks, not the gate. */
const asking: [what: string, endpoint: Endpoint, body?: object][] = [
  ['a second authenticator app', accountCalls.beginTotp],
  ['the code of a second authenticator app', accountCalls.confirmTotp, { code: '000000' }],
  ['a second passkey', accountCalls.beginPasskey],
  ['an export with whole identity numbers', exportRegistrations, { format: 'csv', identity: true }],
  ['an export of people with whole identity numbers', exportPeople, { format: 'csv', identity: true }],
];

/** It only reads, and a page calls it with each change of a form. */
const reading = 'POST /api/office/certificate-layouts/:id/preview';

const sensitiveNames: string[] = Object.values(sensitive).flat();

let portal: TestPortal;
let office: Endpoint[];
let early: Record<string, string>;
let late: Record<string, string>;
beforeAll(async () => {
  portal = await openTestPortal();
  office = await describedCalls('office');
  const grants = [grant('admin'), grant('officer'), grant('cashier'), grant('editor')];
  const staff = await buildStaff(portal.db, { grants });
  await buildTotp(portal.db, staff);
  const enterBefore = async (minutes: number) => {
    const confirmedAt = new Date(NOW.getTime() - minutes * 60_000);
    return {
      'sec-fetch-site': 'same-origin',
      cookie: await enterOffice(portal.db, staff, { confirmedAt }),
    };
  };
  [early, late] = [await enterBefore(10), await enterBefore(11)];
});
afterAll(() => portal.close());

/** Whether the call is refused until the second factor is proved again. */
const asks = async (endpoint: Endpoint, headers: Record<string, string>, body: object = {}) => {
  const params = { id: '1' };
  const answer = await send(
    portal,
    endpoint,
    { params, body: endpoint.method === 'GET' ? undefined : body },
    headers,
  );
  return answer.body.includes(refusals.step_up_required.text);
};

test('the table names the calls that the gate holds back, and no others', () => {
  const held = office.filter(({ stepUp }) => stepUp).map(nameOf);
  expect(held.toSorted()).toEqual(sensitiveNames.toSorted());
});

test('each changing call of an administrator’s settings, of staff and of refunds is in the table', () => {
  const changing = office.filter(
    ({ method, access }) => method !== 'GET' && sensitiveRights.some((right) => right === access),
  );
  expect(changing.map(nameOf).filter((name) => !sensitiveNames.includes(name))).toEqual([reading]);
  expect(changing.length).toBeGreaterThan(15);
});

describe.each(Object.entries(sensitive))('calls that %s', (_, names) => {
  test.each(names)('%s asks after ten minutes, and not before', async (name) => {
    const endpoint = office.find((each) => nameOf(each) === name);
    if (!endpoint) throw new Error(`there is no call ${name}`);
    expect([await asks(endpoint, late), await asks(endpoint, early)]).toEqual([true, false]);
  });
});

test.each(asking)('%s asks after ten minutes, and not before', async (_, endpoint, body) => {
  expect([await asks(endpoint, late, body), await asks(endpoint, early, body)]).toEqual([true, false]);
});
