import { MAX_GROUP_PEOPLE } from '@portal/contract/groups';
import * as contract from '@portal/contract/office/groups';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass, buildOrganization } from '../../../test/factories/catalogue.ts';
import { buildGroup, buildMembership, fillGroup } from '../../../test/factories/group.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { enterAs, grant } from '../../../test/factories/staff.ts';
import { send } from '../../../test/office-requests.ts';
import { mails } from '../../mail/tables.ts';

/* 團體 through the calls of the office. */

type Headers = Record<string, string>;

let portal: TestPortal;
let here: { id: number; name: string };
let there: { id: number; name: string };
let officer: Headers;
let colleague: Headers;
let stranger: Headers;
let everywhere: Headers;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  const { db } = portal;
  here = await buildOrganization(db);
  there = await buildOrganization(db, { code: 'KHH', name: '高雄市分會' });
  const enter = async (id: number | null) => (await enterAs(db, grant('officer', id))).headers;
  [officer, colleague, stranger] = [await enter(here.id), await enter(here.id), await enter(there.id)];
  everywhere = await enter(null);
});
afterAll(() => portal.close());

type Account = Awaited<ReturnType<typeof buildAccount>>;

let group: Awaited<ReturnType<typeof buildGroup>>;
let manager: Account;
let member: Account;
beforeEach(async () => {
  const { db } = portal;
  group = await buildGroup(db, { organizationId: here.id });
  manager = await buildAccount(db, { organizationId: here.id, chineseName: '陳經理' });
  member = await buildAccount(db, { organizationId: there.id, chineseName: '林成員' });
  await buildMembership(db, { group, account: manager, role: 'manager' });
  await buildMembership(db, { group, account: member });
});

const person = (organizationId = here.id, more: Parameters<typeof buildAccount>[1] = {}) =>
  buildAccount(portal.db, { organizationId, ...more });

const params = () => ({ id: `${group.id}` });
const show = (headers = officer) => portal.call(contract.officeGroup, { params: params(), headers });
const people = async (headers = officer) =>
  (await portal.call(contract.officeGroupPeople, { params: params(), headers })).answer;
const names = async (headers = officer) => (await people(headers)).map(({ name, role }) => [name, role]);
const history = (headers = officer) => portal.call(contract.groupHistory, { params: params(), headers });
const search = async (word: string, headers = officer) =>
  (await portal.call(contract.groupList, { query: { search: word }, headers })).answer.rows;

const reason = '公司名冊與同意書';
const add = ({ id: accountId }: { id: number }, role: contract.GroupRole = 'member', headers = officer) =>
  portal.call(contract.addGroupPerson, { params: params(), body: { accountId, role, reason }, headers });
const one = ({ id }: { id: number }) => ({ ...params(), account: `${id}` });
const remove = (account: { id: number }, headers = officer) =>
  portal.call(contract.removeGroupPerson, { params: one(account), body: { reason: '離職' }, headers });
const setRole = (account: { id: number }, role: contract.GroupRole, headers = officer) =>
  portal.call(contract.setGroupRole, { params: one(account), body: { role, reason: '職務調整' }, headers });
const edit = (form: object, headers = officer) =>
  portal.call(contract.editGroup, {
    params: params(),
    body: { name: group.name, organizationId: here.id, version: 0, ...form },
    headers,
  });
const create = (form: object, headers = officer) =>
  portal.call(contract.createGroup, {
    body: {
      ...{ code: `NEW-${group.id}`, name: '新團體', organizationId: here.id, accountId: manager.id, reason },
      ...form,
    },
    headers,
  });

const lettersTo = async ({ id }: { id: number }) => {
  const rows = await portal.db
    .select({ template: mails.template, data: mails.data })
    .from(mails)
    .where(eq(mails.accountId, id));
  for (const { data } of rows) expect(data).toMatchObject({ isStaff: true, manager: '' });
  return rows.map(({ template }) => template);
};

describe('the list', () => {
  test('shows the groups that the branch looks after', async () => {
    const other = await buildGroup(portal.db, { organizationId: there.id, name: '港都救生隊' });
    const whole = await buildGroup(portal.db, { name: '全會志工隊' });
    const [found] = await search(group.code);
    expect(found).toMatchObject({
      name: group.name,
      organization: here.name,
      managers: ['陳經理'],
      members: 1,
    });
    expect(await search(other.code)).toEqual([]);
    expect(await search(whole.code)).toEqual([]);
    const codes = (rows: contract.GroupRow[]) => rows.map(({ code }) => code);
    expect(codes(await search(other.code, everywhere))).toEqual([other.code]);
    expect(codes(await search(whole.code, everywhere))).toEqual([whole.code]);
  });

  test('is exported as it is filtered', async () => {
    const body = { format: 'csv', search: group.code };
    const { statusCode, body: file } = await send(portal, contract.exportGroups, { body }, officer);
    expect(statusCode).toBe(200);
    expect(file).toContain(`${group.name},${group.code},${here.name},陳經理,1,`);
  });
});

describe('a group', () => {
  test('shows numbers only of people whom the branch knows', async () => {
    const shown = await people();
    expect(shown).toMatchObject([
      { name: '陳經理', role: 'manager', organization: here.name },
      { name: '林成員', role: 'member', organization: there.name, identity: null },
    ]);
    expect(shown[0]?.identity).toContain('*');
  });

  test('of another branch shows its managers and the members whom the reader knows', async () => {
    const unknown = await person(here.id, { chineseName: '王陌生' });
    await buildMembership(portal.db, { group, account: unknown });
    expect((await show(stranger)).answer).toMatchObject({ members: 2, can: { manage: false } });
    expect(await names(stranger)).toEqual([
      ['陳經理', 'manager'],
      ['林成員', 'member'],
    ]);
    expect((await history(stranger)).status).toBe(404);
  });

  test('is read by a branch in whose class it has enrolled, and by no other', async () => {
    const far = await buildGroup(portal.db, { organizationId: here.id });
    await buildMembership(portal.db, { group: far, account: manager, role: 'manager' });
    const read = async () =>
      (await portal.call(contract.officeGroup, { params: { id: `${far.id}` }, headers: stranger })).status;
    expect(await read()).toBe(404);
    const lesson = await buildClass(portal.db, { organizationId: there.id });
    await buildRegistration(portal.db, { class: lesson, account: manager, group: far });
    expect(await read()).toBe(200);
  });
});

describe('a new group', () => {
  test('has a manager, who gets a mail', async () => {
    const { answer } = await create({ code: ' new-１２３ ' });
    expect(answer).toMatchObject({ code: 'NEW-123', managers: 1, members: 0, can: { manage: true } });
    expect(await lettersTo(manager)).toEqual(['group_manager']);
  });

  test.each([
    ['a code that another group has', () => ({ code: group.code }), 'group_code_taken'],
    ['a code that is an address', () => ({ code: 'member' }), 'invalid'],
    ['a code with other characters', () => ({ code: '團體' }), 'invalid'],
    ['the branch of others', () => ({ organizationId: there.id }), 'class_organization_unknown'],
    ['the whole association', () => ({ organizationId: null }), 'class_organization_unknown'],
    ['a manager whom the branch does not know', () => ({ accountId: member.id }), 'person_unknown'],
    ['no reason', () => ({ reason: ' ' }), 'invalid'],
  ])('with %s is refused', async (_, form, code) => {
    expect((await create(form())).code).toBe(code);
  });

  test('of a branch that does not exist is refused', async () => {
    expect((await create({ organizationId: 999_999 }, everywhere)).code).toBe('class_organization_unknown');
  });
});

describe('editing', () => {
  test('renames the group and tells whoever saves an older version', async () => {
    const other = await buildGroup(portal.db, { organizationId: here.id });
    expect((await edit({ name: '新名稱' })).answer.name).toBe('新名稱');
    const late = await edit({ name: '另一名稱' }, colleague);
    expect([late.status, late.code]).toEqual([409, 'changed_meanwhile']);
    expect((await edit({ name: '新名稱' }, colleague)).status).toBe(200);
    expect((await show()).answer.name).toBe('新名稱');
    expect(await search(other.code)).toMatchObject([{ name: other.name }]);
  });

  test('hands the group only to a branch of one’s own', async () => {
    expect((await edit({ organizationId: there.id })).code).toBe('class_organization_unknown');
    expect((await edit({ organizationId: 999_999 }, everywhere)).code).toBe('class_organization_unknown');
    expect((await edit({ organizationId: there.id }, everywhere)).answer.organization?.id).toBe(there.id);
    expect((await edit({ name: '別會' })).status).toBe(404);
    const whole = await edit(
      { organizationId: null, version: (await show(everywhere)).answer.version },
      everywhere,
    );
    expect(whole.answer.organization).toBeNull();
  });
});

describe('people', () => {
  test('whom the branch knows are added and told', async () => {
    const known = await person();
    expect((await add(known)).status).toBe(200);
    expect((await add(known)).code).toBe('member_already');
    expect(await lettersTo(known)).toEqual(['group_added']);
    expect((await add(manager)).code).toBe('member_is_manager');
  });

  test('are added as manager', async () => {
    const known = await person(here.id, { chineseName: '許經理' });
    await add(known, 'manager');
    expect(await names()).toContainEqual(['許經理', 'manager']);
    expect(await lettersTo(known)).toEqual(['group_manager']);
  });

  test.each([
    ['whom the branch does not know', () => person(there.id), 'person_unknown'],
    ['whose account is suspended', () => person(here.id, { suspendedAt: new Date(0) }), 'person_suspended'],
    ['whose profile is incomplete', () => person(here.id, { address: null }), 'member_incomplete'],
  ])('%s are not added', async (_, build, code) => {
    expect((await add(await build())).code).toBe(code);
  });

  test('are removed, keep their seats and are told', async () => {
    const lesson = await buildClass(portal.db, { organizationId: here.id });
    await buildRegistration(portal.db, { class: lesson, account: member, group });
    expect((await remove(member)).status).toBe(200);
    expect((await remove(member)).code).toBe('member_unknown');
    expect(await lettersTo(member)).toEqual(['group_removed']);
    expect(await names()).toEqual([['陳經理', 'manager']]);
  });

  test('leave the group with a manager', async () => {
    const other = await buildGroup(portal.db, { organizationId: here.id });
    await buildMembership(portal.db, { group: other, account: await person(), role: 'manager' });
    expect((await remove(manager)).code).toBe('group_last_manager');
    expect((await setRole(manager, 'member')).code).toBe('group_last_manager');
    await setRole(member, 'manager');
    expect((await remove(manager)).status).toBe(200);
    expect(await names()).toEqual([['林成員', 'manager']]);
    expect(await lettersTo(manager)).toEqual(['group_removed']);
  });

  test('become managers and members again', async () => {
    const other = await buildGroup(portal.db, { organizationId: here.id });
    await buildMembership(portal.db, { group: other, account: member });
    expect((await setRole(member, 'manager')).status).toBe(200);
    expect((await setRole(member, 'manager')).status).toBe(200);
    expect(await search(other.code)).toMatchObject([{ managers: [], members: 1 }]);
    expect((await setRole(member, 'member')).status).toBe(200);
    expect(await lettersTo(member)).toEqual(['group_manager', 'group_manager_ended']);
    expect((await setRole(await person(), 'manager')).code).toBe('member_unknown');
  });

  test('of a group whose managers have gone become manager', async () => {
    group = await buildGroup(portal.db, { organizationId: here.id });
    await buildMembership(portal.db, { group, account: member });
    expect((await setRole(member, 'manager')).status).toBe(200);
    expect(await names()).toEqual([['林成員', 'manager']]);
  });

  test('are added until the group is full; former members do not count', async () => {
    const { db } = portal;
    const former = await person();
    await buildMembership(db, { group, account: former, leftAt: NOW });
    await buildMembership(db, { group: await buildGroup(db), account: former });
    await fillGroup(db, group, MAX_GROUP_PEOPLE - 3);
    expect((await add(await person())).status).toBe(200);
    expect((await add(await person())).code).toBe('group_full');
  });

  test.each([
    ['a group of another branch', () => group],
    ['a group that does not exist', () => ({ ...group, id: 999_999 })],
  ])('of %s are out of reach', async (_, meant) => {
    const known = await person(there.id);
    group = meant();
    for (const answer of [
      await add(known, 'member', stranger),
      await remove(member, stranger),
      await setRole(member, 'manager', stranger),
      await edit({ name: '改名' }, stranger),
    ])
      expect([answer.status, answer.code]).toEqual([404, 'not_found']);
  });
});

test('the history says who did what and why', async () => {
  await add(await person());
  await edit({ name: '改名' });
  await remove(member);
  const { answer } = await history();
  expect(answer.map(({ action }) => action)).toEqual([
    'group.remove_member',
    'group.edit',
    'group.add_member',
  ]);
  expect(answer[2]?.changes).toContainEqual({ field: 'reason', before: null, after: reason });
});
