import { organizations } from '@portal/contract/lookups';
import * as classCalls from '@portal/contract/office/classes';
import * as contract from '@portal/contract/office/organizations';
import { settingRefusals } from '@portal/contract/refusals/settings';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildBankAccount, buildClass, buildClassWithSession } from '../../../test/factories/catalogue.ts';
import { seenClass } from '../../../test/factories/seen.ts';
import {
  asStaff,
  buildStaff,
  decidingStaff,
  enterAs,
  enterOffice,
  grant,
} from '../../../test/factories/staff.ts';
import { actDuring } from '../../../test/locks.ts';
import { findChoices } from '../../accounts/lookups/choices.ts';
import { auditEvents } from '../../audit/tables.ts';
import { classes } from '../../classes/tables.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { closeOrganization } from '../organizations/close-organization.ts';
import { createOrganization, refusingTakenOrganization } from '../organizations/create-organization.ts';
import { editOrganization } from '../organizations/edit-organization.ts';
import { orderOrganizations } from '../organizations/order-organizations.ts';
import { reopenOrganization } from '../organizations/reopen-organization.ts';

/* 設定 › 分會, through the calls. */

let portal: TestPortal;
let headers: Record<string, string>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  const admin = await buildStaff(portal.db, { grants: [grant('admin')] });
  headers = { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(portal.db, admin) };
});
afterAll(() => portal.close());

let serial = 0;
const formOf = (overrides: object = {}) => ({ name: `第${serial}分會`, code: `B${serial}`, ...overrides });

const list = async () => (await portal.call(contract.organizationList, { headers })).answer;
const rowOf = (rows: contract.OrganizationRow[], id: number) => {
  const found = rows.find((row) => row.id === id);
  if (!found) throw new Error(`no organisation ${id}`);
  return found;
};
const create = (overrides: object = {}) => {
  serial += 1;
  return portal.call(contract.createOrganization, { body: formOf(overrides), headers });
};
const created = async () => {
  const { answer } = await create();
  const row = answer.at(-1);
  if (!row) throw new Error('no organisation');
  return row;
};
const edit = (id: number, form: object) =>
  portal.call(contract.editOrganization, { params: { id: `${id}` }, body: { version: 0, ...form }, headers });
const act = (endpoint: typeof contract.closeOrganization | typeof contract.reopenOrganization, id: number) =>
  portal.call(endpoint, { params: { id: `${id}` }, headers });
const close = (id: number) => act(contract.closeOrganization, id);
const order = (ids: number[], former: number[]) =>
  portal.call(contract.orderOrganizations, { body: { ids, former }, headers });
const publicNames = async () => {
  portal.clock.now = new Date(portal.clock.now.getTime() + 11_000);
  return (await portal.call(organizations)).answer.map(({ name }) => name);
};

test('a new organisation comes last, with what belongs to it', async () => {
  const before = await list();
  const row = await created();
  expect(row).toEqual({
    ...{ id: expect.any(Number), version: 0, code: `B${serial}`, name: `第${serial}分會`, isClosed: false },
    ...{ classes: 0, drafts: 0, bankAccounts: 0, staff: 0, people: 0 },
  });
  expect(before.every(({ id }) => id < row.id)).toBe(true);
  const organizationId = row.id;
  await buildClass(portal.db, { organizationId });
  await buildClass(portal.db, { organizationId, publishedAt: null });
  await buildBankAccount(portal.db, { organizationId });
  await buildStaff(portal.db, { grants: [grant('officer', row.id), grant('cashier', row.id)] });
  await buildAccount(portal.db, { organizationId });
  expect(rowOf(await list(), row.id)).toMatchObject({
    ...{ classes: 1, drafts: 1, bankAccounts: 1, staff: 1, people: 1 },
  });
});

test.each([
  ['no name', { name: ' ' }, 'name'],
  ['the name of the whole association', { name: '全會' }, 'name'],
  ['a name that could be an id', { name: '12' }, 'name'],
  ['hidden characters', { name: '分\u202e會' }, 'name'],
  ['small letters', { code: 'tpe' }, 'code'],
  ['a long code', { code: 'ABCDEFGHIJK' }, 'code'],
])('%s is refused under its field', async (_, wrong, field) => {
  const { status, refusal } = await create(wrong);
  expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]]);
});

test('name and code are taken once, also by an edit', async () => {
  const [one, other] = [await created(), await created()];
  const text = (code: 'organization_name_taken' | 'organization_code_taken') => [settingRefusals[code].text];
  expect((await create({ name: one.name })).refusal.errors).toEqual({
    name: text('organization_name_taken'),
  });
  expect((await create({ code: one.code })).refusal.errors).toEqual({
    code: text('organization_code_taken'),
  });
  const { name, code } = one;
  expect((await edit(other.id, { name, code: 'OTHER' })).refusal.errors).toEqual({
    name: text('organization_name_taken'),
  });
  expect((await edit(other.id, { name: '別的分會', code })).refusal.errors).toEqual({
    code: text('organization_code_taken'),
  });
});

test('an edit is recorded with what changed; one based on the former version is refused', async () => {
  const { id, code, name } = await created();
  const { answer } = await edit(id, { code, name: '改名分會' });
  expect(rowOf(answer, id)).toMatchObject({ code, name: '改名分會', version: expect.any(Number) });
  const late = await edit(id, { code, name: '又改名分會' });
  expect([late.status, late.refusal.newer]).toMatchObject([
    409,
    { changes: [{ action: 'organization.edit' }] },
  ]);
  const isIts = and(eq(auditEvents.subject, 'organization'), eq(auditEvents.subjectId, id));
  const events = await portal.db.select().from(auditEvents).where(isIts).orderBy(asc(auditEvents.id));
  expect(events.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
    { action: 'organization.create', before: null, after: { code, name } },
    { action: 'organization.edit', before: { name }, after: { name: '改名分會' } },
  ]);
  const { version } = rowOf(answer, id);
  expect(rowOf((await edit(id, { code, name: '改名分會', version })).answer, id).version).toBe(version);
});

test('the order holds for the public too; one that leaves out an organisation is refused', async () => {
  await created();
  await created();
  const ids = (await list()).map(({ id }) => id);
  const { answer } = await order(ids.toReversed(), ids);
  expect(answer.map(({ id }) => id)).toEqual(ids.toReversed());
  expect(await publicNames()).toEqual(answer.filter((row) => !row.isClosed).map(({ name }) => name));
  for (const wrong of [ids.slice(1), [...ids.slice(1), ids[1] ?? 0], [...ids.slice(1), 987_654]])
    expect((await order(wrong, ids.toReversed())).code).toBe('order_changed');
  expect((await order([...ids.slice(1), ...ids.slice(0, 1)], ids)).code).toBe('order_changed');
  expect((await list()).map(({ id }) => id)).toEqual(ids.toReversed());
});

describe('an organisation that somebody creates at the same moment', () => {
  const context = { actor: asStaff({ id: 1, name: '管理員' }, [grant('admin')]), now: NOW };
  const creating = (tx: Tx) => {
    serial += 1;
    return createOrganization(tx, { name: `第${serial}分會`, code: `B${serial}` }, context);
  };

  test('gets the id before', async () => {
    const { answer } = await actDuring(portal.db, creating, () => create());
    const codes = answer.slice(-2).map(({ code }) => code);
    expect(codes).toEqual([`B${serial - 1}`, `B${serial}`]);
  });

  test('is missing in an order, which is then refused', async () => {
    const ids = (await list()).map(({ id }) => id);
    const ordered = await actDuring(portal.db, creating, () => order(ids.toReversed(), ids));
    expect(ordered.code).toBe('order_changed');
  });
});

test('the present order is saved without an event', async () => {
  const ids = (await list()).map(({ id }) => id);
  const before = await portal.db.$count(auditEvents);
  expect((await order(ids, ids)).status).toBe(200);
  expect(await portal.db.$count(auditEvents)).toBe(before);
});

test('only the organisation itself is closed and opened again', async () => {
  const [first, second] = [await created(), await created()];
  const areClosed = async () => {
    const rows = await list();
    return [first, second].map(({ id }) => rowOf(rows, id).isClosed);
  };
  await close(first.id);
  expect(await areClosed()).toEqual([true, false]);
  await close(second.id);
  await act(contract.reopenOrganization, first.id);
  expect(await areClosed()).toEqual([false, true]);
});

test('only staff who may change the settings of the association change organisations', async () => {
  const { id } = await created();
  const form = { id, name: '新分會', code: 'NEW', version: 0, ids: [], former: [] };
  const acts = [closeOrganization, editOrganization, orderOrganizations, reopenOrganization];
  for (const each of [createOrganization, ...acts]) {
    const acting = async (tx: Tx) => each(tx, form, { actor: decidingStaff(), now: NOW });
    await expect(inTransaction<unknown>(portal.db, acting)).rejects.toMatchObject({ code: 'forbidden' });
  }
});

test('a fault that is no taken name is passed on', async () => {
  const lost = new Error('the connection was lost');
  await expect(refusingTakenOrganization(() => Promise.reject(lost))).rejects.toBe(lost);
});

test.each([
  ['published and not over', {}],
  ['not over, though it has begun', { startTime: NOW, endTime: new Date(NOW.getTime() + 3_600_000_000) }],
  ['a draft with a time for its publication', { publishedAt: null, publishAt: NOW }],
])('an organisation is not closed while a class is %s', async (_, overrides) => {
  const { id } = await created();
  const trainingClass = await buildClass(portal.db, { organizationId: id, ...overrides });
  const refused = await close(id);
  expect(refused.refusal.message).toBe(settingRefusals.organization_used.text.replace('{n}', '1'));
  const over = { startTime: NOW, endTime: null, publishAt: null };
  await portal.db.update(classes).set(over).where(eq(classes.id, trainingClass.id));
  expect(rowOf((await close(id)).answer, id).isClosed).toBe(true);
});

test('a closed organisation is no choice, and publishes no class, until it is opened again', async () => {
  const { id, name } = await created();
  const officer = await enterAs(portal.db, grant('officer', id));
  const draft = await buildClassWithSession(portal.db, { organizationId: id, publishedAt: null });
  const publish = async (at?: string) => {
    const body = { version: await seenClass(portal.db, draft), ...(at && { at }) };
    return portal.call(classCalls.publishClass, { ...officer, params: { id: `${draft.id}` }, body });
  };
  const offered = async () =>
    (await portal.call(classCalls.officeCourses, officer)).answer.organizations.map((each) => each.id);
  const form = { organization_id: name, city: '新北市', area: '新莊區', address_code: '242' };
  const others = { career_id: '學生', education: '大學', educationstatuse: '肄業' };
  const chosen = (own: number | null) =>
    findChoices(
      portal.db,
      { ...form, ...others },
      {
        ...{ organizationId: own, careerId: null, educationId: null, educationStatusId: null },
      },
    ).then(
      ({ organizationId }) => organizationId,
      () => 'unknown',
    );
  expect([await offered(), (await publicNames()).includes(name)]).toEqual([[id], true]);

  for (const _ of [1, 2]) expect(rowOf((await close(id)).answer, id).isClosed).toBe(true);
  const closed = settingRefusals.organization_closed.text.replace('{name}', name);
  expect((await publish()).refusal.message).toBe(closed);
  expect((await publish('2026-12-20T09:00')).refusal.message).toBe(closed);
  expect([await offered(), (await publicNames()).includes(name)]).toEqual([[], false]);
  expect([await chosen(null), await chosen(id)]).toEqual(['unknown', id]);

  for (const _ of [1, 2])
    expect(rowOf((await act(contract.reopenOrganization, id)).answer, id).isClosed).toBe(false);
  expect((await publish()).status).toBe(200);
  expect(await chosen(null)).toBe(id);
  const isIts = and(eq(auditEvents.subject, 'organization'), eq(auditEvents.subjectId, id));
  const events = await portal.db.select().from(auditEvents).where(isIts).orderBy(asc(auditEvents.id));
  expect(events.map(({ action }) => action)).toEqual([
    ...['organization.create', 'organization.close', 'organization.reopen'],
  ]);
});

test('an organisation that does not exist is not found', async () => {
  for (const endpoint of [contract.closeOrganization, contract.reopenOrganization])
    expect((await act(endpoint, 987_654)).status).toBe(404);
  expect((await edit(987_654, formOf())).status).toBe(404);
});
