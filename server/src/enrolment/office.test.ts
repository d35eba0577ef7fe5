import * as contract from '@portal/contract/office/reviews';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass, buildOrganization } from '../../test/factories/catalogue.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { buildStaff, enterOffice, grant } from '../../test/factories/staff.ts';

/* 報名審核 through the calls. */

let portal: TestPortal;
let call: TestPortal['call'];
let branch: { id: number };
let elsewhere: { id: number };

type Headers = Record<string, string>;

/** Headers of a page of this site, opened by somebody with this role in the branch. */
const enter = async (role: Parameters<typeof grant>[0], organizationId: number | null): Promise<Headers> => {
  const staff = await buildStaff(portal.db, { grants: [grant(role, organizationId)] });
  return { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(portal.db, staff) };
};

let officer: Headers;

beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  call = portal.call;
  branch = await buildOrganization(portal.db);
  elsewhere = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
  officer = await enter('officer', branch.id);
});
afterAll(() => portal.close());

const apply = async (overrides: Parameters<typeof buildClass>[1] = {}) => {
  const opening = await buildClass(portal.db, overrides);
  const account = await buildAccount(portal.db);
  return { opening, account, registration: await buildRegistration(portal.db, { class: opening, account }) };
};

const idOf = ({ registration }: { registration: { id: number } }) => ({ id: String(registration.id) });

describe('the queue', () => {
  test('lists what waits in one’s scope, oldest first, page by page', async () => {
    const [first, second] = [await apply(), await apply()];
    const other = await apply({ organizationId: elsewhere.id });
    const pageOne = await call(contract.reviewQueue, { query: { num: '1' }, headers: officer });
    expect(pageOne.answer.rows.map(({ id }) => id)).toEqual([first.registration.id]);
    expect(pageOne.answer).toMatchObject({ next: first.registration.id, waiting: { count: 2, more: false } });
    const query = { num: '10', after: String(pageOne.answer.next) };
    const pageTwo = await call(contract.reviewQueue, { query, headers: officer });
    expect(pageTwo.answer.rows.map(({ id }) => id)).toEqual([second.registration.id]);
    expect(pageTwo.answer.next).toBeNull();
    const all = await call(contract.reviewQueue, { headers: await enter('auditor', null) });
    expect(all.answer.rows.map(({ id }) => id)).toContain(other.registration.id);
  });
});

describe('one registration', () => {
  test('is shown with what a decision needs', async () => {
    const applied = await apply();
    const { answer, status } = await call(contract.registrationDetail, {
      params: idOf(applied),
      headers: officer,
    });
    expect([status, answer.state, answer.can.approve]).toEqual([
      200,
      'pending',
      { allowed: true, why: null },
    ]);
    expect(answer.person.identity).toContain('*');
    expect(JSON.stringify(answer)).not.toContain(applied.account.account);
  });

  test('of another branch is not there', async () => {
    const applied = await apply({ organizationId: elsewhere.id });
    const { status } = await call(contract.registrationDetail, { params: idOf(applied), headers: officer });
    expect(status).toBe(404);
  });

  test('is approved and rejected', async () => {
    const applied = await apply();
    const approved = await call(contract.approveRegistration, { params: idOf(applied), headers: officer });
    expect([approved.status, approved.answer.state]).toEqual([200, 'unpaid']);
    const body = { reason: '資料不符' };
    const rejected = await call(contract.rejectRegistration, {
      params: idOf(applied),
      body,
      headers: officer,
    });
    expect([rejected.status, rejected.answer.state, rejected.answer.reason]).toEqual([
      200,
      'refused',
      '資料不符',
    ]);
  });
});
