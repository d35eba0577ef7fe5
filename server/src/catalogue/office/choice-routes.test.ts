import * as lookups from '@portal/contract/lookups';
import * as contract from '@portal/contract/office/choices';
import { settingRefusals } from '@portal/contract/refusals/settings';
import { and, asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildOrganization } from '../../../test/factories/catalogue.ts';
import { asStaff, buildStaff, decidingStaff, enterOffice, grant } from '../../../test/factories/staff.ts';
import { actDuring } from '../../../test/locks.ts';
import { findChoices } from '../../accounts/lookups/choices.ts';
import { auditEvents } from '../../audit/tables.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { addChoice, refusingTakenChoice } from '../choices/add-choice.ts';
import { editChoice } from '../choices/edit-choice.ts';
import { orderChoices } from '../choices/order-choices.ts';
import { restoreChoice } from '../choices/restore-choice.ts';
import { retireChoice } from '../choices/retire-choice.ts';

/* 設定 › 選項, through the calls. */

let portal: TestPortal;
let headers: Record<string, string>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  await buildOrganization(portal.db);
  const admin = await buildStaff(portal.db, { grants: [grant('admin')] });
  headers = { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(portal.db, admin) };
});
afterAll(() => portal.close());

type List = contract.ChoiceList;

const all = async () => (await portal.call(contract.choices, { headers })).answer;
const add = (list: List, name: string) =>
  portal.call(contract.addChoice, { params: { list }, body: { name }, headers });
const at = (list: List, id: number) => ({ params: { list, id: `${id}` }, headers });
const edit = (list: List, id: number, body: object) =>
  portal.call(contract.editChoice, { ...at(list, id), body: { version: 0, ...body } });
const retire = (list: List, id: number) => portal.call(contract.retireChoice, at(list, id));
const restore = (list: List, id: number) => portal.call(contract.restoreChoice, at(list, id));
const order = (list: List, ids: number[], former: number[]) =>
  portal.call(contract.orderChoices, { params: { list }, body: { ids, former }, headers });

const publicLists = {
  careers: lookups.careers,
  educations: lookups.educations,
  educationStatuses: lookups.educationstatuses,
};
/** Reads the list after the cached answer has expired. */
const offered = async (list: List) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + 11_000);
  return (await portal.call(publicLists[list])).answer.map(({ name }) => name);
};
const eventsOf = async (subject: string, id: number) => {
  const isIts = and(eq(auditEvents.subject, subject), eq(auditEvents.subjectId, id));
  const events = await portal.db.select().from(auditEvents).where(isIts).orderBy(asc(auditEvents.id));
  return events.map(({ action, before, after }) => ({ action, before, after }));
};
const named = (choices: contract.Choice[], name: string) => {
  const found = choices.find((choice) => choice.name === name);
  if (!found) throw new Error(`no choice ${name}`);
  return found;
};

test.each([
  ['careers', 'career'],
  ['educations', 'education'],
  ['educationStatuses', 'education_status'],
] as const)(
  '%s: a choice is added, renamed, retired and restored, and the public list follows',
  async (list, subject) => {
    const others = await all();
    const { id } = named((await add(list, '其他一種')).answer[list], '其他一種');
    expect((await add(list, '其他一種')).refusal.message).toBe(settingRefusals.choice_taken.text);
    expect((await offered(list)).at(-1)).toBe('其他一種');
    const renamed = await edit(list, id, { name: '其他一類' });
    expect(named(renamed.answer[list], '其他一類').id).toBe(id);
    for (const _ of [1, 2])
      expect(named((await retire(list, id)).answer[list], '其他一類').isRetired).toBe(true);
    expect(await offered(list)).not.toContain('其他一類');
    for (const _ of [1, 2])
      expect(named((await restore(list, id)).answer[list], '其他一類').isRetired).toBe(false);
    expect(await offered(list)).toContain('其他一類');
    expect(await eventsOf(subject, id)).toEqual([
      { action: 'choice.add', before: null, after: { name: '其他一種' } },
      { action: 'choice.edit', before: { name: '其他一種' }, after: { name: '其他一類' } },
      { action: 'choice.retire', before: null, after: { name: '其他一類' } },
      { action: 'choice.restore', before: null, after: { name: '其他一類' } },
    ]);
    expect({ ...(await all()), [list]: others[list] }).toEqual(others);
  },
);

test('a choice that is restored leaves the others retired', async () => {
  const [first = 0, second = 0] = (await all()).educations.map(({ id }) => id);
  for (const id of [first, second]) await retire('educations', id);
  const { educations } = (await restore('educations', first)).answer;
  expect(educations.filter(({ isRetired }) => isRetired).map(({ id }) => id)).toEqual([second]);
  await restore('educations', second);
});

test('the present name or order of choices is saved without an event', async () => {
  const choices = (await all()).educations;
  const [{ id, name } = { id: 0, name: '' }] = choices;
  const before = await portal.db.$count(auditEvents);
  const ids = choices.map((choice) => choice.id);
  expect((await edit('educations', id, { name })).status).toBe(200);
  expect((await order('educations', ids, ids)).status).toBe(200);
  expect(await portal.db.$count(auditEvents)).toBe(before);
});

describe('a choice that somebody adds at the same moment', () => {
  const context = { actor: asStaff({ id: 1, name: '管理員' }, [grant('admin')]), now: NOW };
  const adding = (name: string) => (tx: Tx) => addChoice(tx, { list: 'educations', name }, context);

  test('gets the id before', async () => {
    const added = await actDuring(portal.db, adding('先加'), () => add('educations', '後加'));
    expect(added.answer.educations.slice(-2).map(({ name }) => name)).toEqual(['先加', '後加']);
  });

  test('is missing in an order, which is then refused', async () => {
    const ids = (await all()).educations.map(({ id }) => id);
    const ordered = await actDuring(portal.db, adding('另加'), () =>
      order('educations', ids.toReversed(), ids),
    );
    expect(ordered.code).toBe('order_changed');
  });
});

test('only staff who may change the settings of the association change choices', async () => {
  const choice = { list: 'careers', id: 1, name: '新職業', version: 0, ids: [], former: [] } as const;
  for (const act of [addChoice, editChoice, orderChoices, restoreChoice, retireChoice]) {
    const acting = inTransaction(portal.db, (tx) => act(tx, choice, { actor: decidingStaff(), now: NOW }));
    await expect(acting).rejects.toMatchObject({ code: 'forbidden' });
  }
});

test('a fault that is no taken name is passed on', async () => {
  const lost = new Error('the connection was lost');
  await expect(refusingTakenChoice(() => Promise.reject(lost))).rejects.toBe(lost);
});

test('a retired choice stays possible for people who have chosen it', async () => {
  const form = { organization_id: '臺北市分會', city: '新北市', area: '新莊區', address_code: '242' };
  const choose = (careerId: number | null) =>
    findChoices(
      portal.db,
      { ...form, career_id: '學生', education: '大學', educationstatuse: '肄業' },
      { organizationId: null, careerId, educationId: null, educationStatusId: null },
    ).then(
      (found) => found.careerId,
      (error) => error.code,
    );
  const { id } = named((await all()).careers, '學生');
  expect(await choose(null)).toBe(id);
  await retire('careers', id);
  expect(await choose(null)).toBe('career_unknown');
  expect(await choose(id + 1)).toBe('career_unknown');
  expect(await choose(id)).toBe(id);
  await restore('careers', id);
});

test.each([
  ['no name', ' '],
  ['a name that could be an id', '12'],
  ['hidden characters', '學\u202e生'],
  ['a long name', '職'.repeat(31)],
  ['a name that another choice has', '學生'],
])('%s is refused under its field', async (_, name) => {
  const [added, edited] = [await add('careers', name), await edit('careers', 1, { name })];
  expect([added.status, Object.keys(added.refusal.errors ?? {})]).toEqual([422, ['name']]);
  expect([edited.status, Object.keys(edited.refusal.errors ?? {})]).toEqual([422, ['name']]);
});

test('the order holds for the public; one that leaves out a choice is refused', async () => {
  const ids = (await all()).educationStatuses.map(({ id }) => id);
  const { answer } = await order('educationStatuses', ids.toReversed(), ids);
  expect(answer.educationStatuses.map(({ id }) => id)).toEqual(ids.toReversed());
  expect(await offered('educationStatuses')).toEqual(answer.educationStatuses.map(({ name }) => name));
  for (const wrong of [ids.slice(1), [...ids.slice(1), ids[1] ?? 0], [...ids.slice(1), 987_654]])
    expect((await order('educationStatuses', wrong, ids.toReversed())).code).toBe('order_changed');
  expect((await order('educationStatuses', [...ids.slice(1), ...ids.slice(0, 1)], ids)).code).toBe(
    'order_changed',
  );
});

test('the last choice of a list cannot be retired', async () => {
  const [last, ...others] = (await all()).educationStatuses;
  for (const { id } of others) await retire('educationStatuses', id);
  const refused = await retire('educationStatuses', last?.id ?? 0);
  expect(refused.refusal.message).toBe(settingRefusals.choice_last.text);
  for (const { id } of others) await restore('educationStatuses', id);
});

test('an edit based on the former version is refused', async () => {
  await edit('educations', 2, { name: '國民中學' });
  const late = await edit('educations', 2, { name: '國中' });
  expect([late.status, late.code]).toEqual([409, 'changed_meanwhile']);
});

test('a list holds at most as many choices as it says', async () => {
  const missing = contract.CHOICES_MAX - (await all()).careers.length;
  await portal.db.execute(sql`insert into careers (id, name, position)
    select n, '職業 ' || n, n from generate_series(1001, 999 + ${missing}::int) n`);
  expect((await add('careers', '最後一種')).status).toBe(200);
  const refused = await add('careers', '再一種');
  expect(refused.refusal.message).toBe(settingRefusals.choices_full.text.replace('{n}', '100'));
});

test('what does not exist is not found', async () => {
  expect((await retire('careers', 987_654)).status).toBe(404);
  expect((await restore('careers', 987_654)).status).toBe(404);
  expect((await edit('careers', 987_654, { name: '無此職業' })).status).toBe(404);
  expect((await retire('cities' as List, 1)).status).toBe(422);
});
