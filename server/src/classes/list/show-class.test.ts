import { refusals } from '@portal/contract/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildBankAccount, buildClass, buildOrganization } from '../../../test/factories/catalogue.ts';
import { buildGroup } from '../../../test/factories/group.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { asStaff, grant } from '../../../test/factories/staff.ts';
import { showClass } from './show-class.ts';

let portal: TestPortal;
let organizationId: number;
beforeAll(async () => {
  portal = await openTestPortal();
  organizationId = (await buildOrganization(portal.db)).id;
});
afterAll(() => portal.close());

const show = async (overrides: Parameters<typeof buildClass>[1]) => {
  const { id } = await buildClass(portal.db, overrides);
  return showClass(portal.db, id, { actor: byOfficer(), now: NOW });
};
const byOfficer = () => asStaff({ id: 1, name: '周小姐' }, [grant('officer', organizationId)]);

test.each([
  ['a class', {}, null, null],
  ['a draft', { publishedAt: null }, null, null],
  [
    'a draft that should have started',
    { publishedAt: null, startTime: NOW },
    'class_started',
    'class_started',
  ],
  ['one that takes only groups', { personalAllow: false }, 'personal_not_allowed', null],
  ['one that takes only personal registrations', { groupAllow: false }, null, 'group_not_allowed'],
  ['a closed one', { state: 'closed' }, 'class_closed', 'class_closed'],
] as const)('the reasons why nobody enrols in %s: %j %s', async (_, overrides, personal, group) => {
  expect((await show(overrides)).obstacles).toEqual({
    personal: personal && refusals[personal].text,
    group: group && refusals[group].text,
  });
});

test('nobody enrols in a full class', async () => {
  const trainingClass = await buildClass(portal.db, { limitNumber: 1 });
  await buildRegistration(portal.db, { class: trainingClass, account: await buildAccount(portal.db) });
  const { obstacles } = await showClass(portal.db, trainingClass.id, { actor: byOfficer(), now: NOW });
  expect(obstacles).toEqual({ personal: refusals.class_full.text, group: refusals.class_full.text });
});

test('the registrations of a class are counted by state', async () => {
  const startTime = new Date(NOW.getTime() - 1);
  const [trainingClass, other] = [await buildClass(portal.db, { startTime }), await buildClass(portal.db)];
  const register = async (...states: ('pending' | 'unpaid' | 'reported' | 'confirmed' | 'rejected')[]) => {
    for (const state of states)
      await buildRegistration(portal.db, {
        class: trainingClass,
        account: await buildAccount(portal.db),
        state,
      });
  };
  await register('pending', 'pending', 'unpaid', 'reported', 'rejected', 'confirmed', 'confirmed');
  const account = await buildAccount(portal.db);
  await buildRegistration(portal.db, { class: trainingClass, account, state: 'confirmed', result: 1 });
  await buildRegistration(portal.db, { class: other, account, state: 'confirmed' });
  const shown = await showClass(portal.db, trainingClass.id, { actor: byOfficer(), now: NOW });
  expect(shown.counts).toEqual({
    ...{ pending: 2, unpaid: 1, reported: 1, confirmed: 3, rejected: 1 },
    unresulted: 2,
  });
});

test('a class shows where its fee is paid to, and its group', async () => {
  const { id, bank, holder, number } = await buildBankAccount(portal.db);
  const group = await buildGroup(portal.db);
  const shown = await show({ bankAccountId: id, groupId: group.id, personalAllow: false });
  expect(shown.bankAccount).toEqual({ id, bank, holder, number });
  expect(shown.group).toEqual({ id: group.id, code: group.code, name: group.name });
  expect(await show({})).toMatchObject({ bankAccount: null, group: null, calledOff: null, info: null });
});

test('texts that were stored before today’s rules are cleaned when they are shown', async () => {
  const html = '<p>內容</p><script>alert(1)</script>';
  const clean = '<p>內容</p>';
  expect(await show({ html, paidHtml: html, info: html })).toMatchObject({
    ...{ html: clean, paidHtml: clean, info: clean },
  });
});

test.each([
  ['講師臨時請假', '講師臨時請假'],
  [null, ''],
])('a class that was called off shows the reason and its text: %s', async (callOffText, text) => {
  const calledOff = {
    state: 'cancelled',
    publishedAt: null,
    callOffReason: 'instructor',
    callOffText,
  } as const;
  expect((await show(calledOff)).calledOff).toEqual({ reason: 'instructor', text });
});
