import { login } from '@portal/contract/accounts';
import * as contract from '@portal/contract/office/people';
import { ownSessions } from '@portal/contract/sessions';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, logIn, PASSWORD } from '../../../test/factories/account.ts';
import { buildOrganization } from '../../../test/factories/catalogue.ts';
import { enterAs, grant } from '../../../test/factories/staff.ts';
import { passwordResets } from '../../accounts/tables.ts';
import { mails } from '../../mail/tables.ts';

/* What an officer does with the people of a branch. */

let portal: TestPortal;
let branch: { id: number };
let officer: Awaited<ReturnType<typeof enterAs>>;
let officerElsewhere: Awaited<ReturnType<typeof enterAs>>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  branch = await buildOrganization(portal.db);
  const elsewhere = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
  officer = await enterAs(portal.db, grant('officer', branch.id));
  officerElsewhere = await enterAs(portal.db, grant('officer', elsewhere.id));
});
afterAll(() => portal.close());

const own = (overrides: Parameters<typeof buildAccount>[1] = {}) =>
  buildAccount(portal.db, { organizationId: branch.id, ...overrides });
const about = ({ id }: { id: number }, headers = officer.headers) => ({ params: { id: `${id}` }, headers });
const because = { body: { reason: '冒用他人身分' } };

const enter = ({ account }: { account: string }) =>
  portal.call(login, { body: { account, password: PASSWORD, country: 'local' } });

test('a suspended trainee is out at the next call and cannot come back before the account is restored', async () => {
  const person = await own();
  const token = await logIn(portal.db, person);
  const suspended = await portal.call(contract.suspendPerson, { ...about(person), ...because });
  expect(suspended.answer).toMatchObject({ can: { suspend: false, resume: true } });
  expect((await portal.call(ownSessions, { token })).status).toBe(401);
  expect((await enter(person)).code).toBe('account_suspended');
  // A repeat is no second event.
  expect((await portal.call(contract.suspendPerson, { ...about(person), ...because })).status).toBe(200);
  const { answer } = await portal.call(contract.personHistory, about(person));
  expect(answer.map(({ action }) => action)).toEqual(['account.suspend']);
  await portal.call(contract.resumePerson, { ...about(person), ...because });
  expect((await enter(person)).status).toBe(200);
});

test('an account whose number was released is not restored', async () => {
  const person = await own({ country: 'foreign', passportNo: 'RELEASED0A1B2C', suspendedAt: NOW });
  const { answer } = await portal.call(contract.personDetail, about(person));
  expect(answer.can.resume).toBe(false);
  const resumed = await portal.call(contract.resumePerson, { ...about(person), ...because });
  expect(resumed.code).toBe('person_released');
});

test('a rejected photo is gone, and the person is asked for a better one', async () => {
  const person = await own({ photoKey: 'photos/blurred' });
  const reject = () => portal.call(contract.rejectPersonPhoto, { ...about(person), ...because });
  expect((await reject()).answer).toMatchObject({ facts: { hasPhoto: false }, can: { rejectPhoto: false } });
  expect((await reject()).code).toBe('person_without_photo');
  const [mail] = await portal.db.select().from(mails).where(eq(mails.accountId, person.id));
  expect(mail).toMatchObject({ template: 'photo_rejected', data: { reason: '冒用他人身分' } });
});

test('all sessions of a person are ended', async () => {
  const person = await own();
  const tokens = [await logIn(portal.db, person), await logIn(portal.db, person)];
  expect((await portal.call(contract.endPersonSessions, about(person))).status).toBe(200);
  for (const token of tokens) expect((await portal.call(ownSessions, { token })).status).toBe(401);
});

describe('a reset link', () => {
  test('goes to the stored mailbox, a few times an hour', async () => {
    const person = await own({ email: 'reset@example.com' });
    const send = () => portal.call(contract.sendPersonResetLink, about(person));
    for (let n = 0; n < 5; n += 1) expect((await send()).status).toBe(200);
    expect((await send()).code).toBe('too_many_attempts');
    const sent = await portal.db.select().from(mails).where(eq(mails.accountId, person.id));
    expect(new Set(sent.map(({ recipient }) => recipient))).toEqual(new Set(['reset@example.com']));
    expect(JSON.stringify((await send()).answer)).not.toContain('token');
    expect(await portal.db.$count(passwordResets, eq(passwordResets.accountId, person.id))).toBe(5);
  });

  test.each([
    ['a person without a mailbox', { email: null }, 'person_without_mailbox'],
    ['a suspended person', { suspendedAt: NOW }, 'person_suspended'],
  ])('is refused for %s', async (_, overrides, code) => {
    const sent = await portal.call(contract.sendPersonResetLink, about(await own(overrides)));
    expect(sent.code).toBe(code);
  });
});

test.each([
  contract.suspendPerson,
  contract.resumePerson,
  contract.endPersonSessions,
  contract.rejectPersonPhoto,
  contract.sendPersonResetLink,
])('officers of another branch do not act: $path', async (endpoint) => {
  const person = await own();
  const call = { ...about(person, officerElsewhere.headers), ...('body' in endpoint ? because : {}) };
  expect((await portal.call(endpoint as typeof contract.suspendPerson, call as never)).status).toBe(404);
});
