import { exportPeople, findPeople, personList } from '@portal/contract/office/people';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass, buildOrganization } from '../../../test/factories/catalogue.ts';
import { buildCertificate } from '../../../test/factories/certificate.ts';
import { buildGroup, buildMembership } from '../../../test/factories/group.ts';
import { nationalId } from '../../../test/factories/identity.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { enterAs, grant } from '../../../test/factories/staff.ts';
import { send } from '../../../test/office-requests.ts';
import { maskIdentity } from '../../accounts/people/mask.ts';
import { auditEvents } from '../../audit/tables.ts';

/* 學員名單 and its search, for an officer of a branch. */

let serial = 0;
let portal: TestPortal;
let branch: { id: number };
let elsewhere: { id: number };
let officer: Awaited<ReturnType<typeof enterAs>>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  elsewhere = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
});
afterAll(() => portal.close());
// Each test has its own branch and officer, because the list has all people of a branch and attempts are counted.
beforeEach(async () => {
  serial += 1;
  branch = await buildOrganization(portal.db, { code: `PP${serial}`, name: `第 ${serial} 分會` });
  officer = await enterAs(portal.db, grant('officer', branch.id));
});

type Overrides = Parameters<typeof buildAccount>[1];
const own = (overrides: Overrides = {}) =>
  buildAccount(portal.db, { organizationId: branch.id, ...overrides });
const stranger = (overrides: Overrides = {}) =>
  buildAccount(portal.db, { organizationId: elsewhere.id, ...overrides });

const list = async (query: Record<string, string> = {}) =>
  (await portal.call(personList, { query, headers: officer.headers })).answer.rows;
const namesIn = async (query: Record<string, string> = {}) => (await list(query)).map(({ name }) => name);

const search = (q: string, elsewhere = true) =>
  portal.call(findPeople, { body: { q, elsewhere }, headers: officer.headers });

const lookUps = () =>
  portal.db
    .select({ action: auditEvents.action, subjectId: auditEvents.subjectId, after: auditEvents.after })
    .from(auditEvents)
    .where(eq(auditEvents.actor, `staff:${officer.staff.id}`))
    .orderBy(desc(auditEvents.id));

describe('the list', () => {
  test('shows the people of the branch, numbers masked, with groups and certificates', async () => {
    const person = await own({ chineseName: '林宜君' });
    await buildMembership(portal.db, {
      account: person,
      group: await buildGroup(portal.db, { name: '慈善會' }),
    });
    await buildCertificate(portal.db, { account: person, organizationId: elsewhere.id });
    await stranger({ chineseName: '外地人' });
    const [row, ...others] = await list();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      ...{ id: person.id, name: '林宜君', identity: maskIdentity(person.idNumber ?? '') },
      ...{ groups: ['慈善會'], certificates: 1, isSuspended: false, isComplete: true },
    });
  });

  test('is filtered and sorted', async () => {
    const first = await own({ chineseName: '甲' });
    await own({ chineseName: '乙', suspendedAt: new Date('2026-11-01T00:00:00Z') });
    await own({ chineseName: '丙', address: null });
    const group = await buildGroup(portal.db);
    await buildMembership(portal.db, { account: first, group });
    const lesson = await buildClass(portal.db, { organizationId: branch.id });
    await buildRegistration(portal.db, { account: first, class: lesson });
    expect(await namesIn({ state: 'suspended' })).toEqual(['乙']);
    expect(await namesIn({ state: 'incomplete' })).toEqual(['丙']);
    expect(await namesIn({ group: group.code })).toEqual(['甲']);
    expect(await namesIn({ class: lesson.code })).toEqual(['甲']);
    const names = await namesIn({ sort: 'name' });
    expect(names).toHaveLength(3);
    expect(await namesIn({ sort: '-name' })).toEqual(names.toReversed());
  });

  test('is exported with masked numbers, and whole ones by who may', async () => {
    const { idNumber } = await own();
    const exported = (identity: boolean) =>
      send(portal, exportPeople, { body: { format: 'csv', identity } }, officer.headers);
    const [masked, whole] = [await exported(false), await exported(true)];
    expect([masked.statusCode, whole.statusCode]).toEqual([200, 200]);
    expect(masked.body).not.toContain(idNumber);
    expect(whole.body).toContain(idNumber);
  });
});

describe('a search', () => {
  test.each([
    ['part of the name', '宜君'],
    ['the number', 'number'],
    ['the beginning of the phone', '0987-65'],
    ['the beginning of the address', 'Yijun.lin'],
  ])('finds people of the branch by %s', async (_, q) => {
    const person = await own({
      ...{ chineseName: '林宜君', cellPhone: '0987-654321', email: 'yijun.lin@example.com' },
    });
    const { people, peopleElsewhere } = (await search(q === 'number' ? (person.idNumber ?? '') : q)).answer;
    expect([people.map(({ id }) => id), peopleElsewhere]).toEqual([[person.id], []]);
    expect(await lookUps()).toEqual([]);
  });

  test('finds people of other branches with a registration here as it finds the own', async () => {
    const person = await stranger({ chineseName: '許客人' });
    expect((await search('許客人', false)).answer.people).toEqual([]);
    const lesson = await buildClass(portal.db, { organizationId: branch.id });
    await buildRegistration(portal.db, { account: person, class: lesson });
    expect((await search('許客人', false)).answer.people).toHaveLength(1);
  });

  test('shows of strangers the name only, and records each', async () => {
    const person = await stranger({ chineseName: '趙遠方', cellPhone: '0911-222333' });
    expect((await search('趙遠方', false)).answer.peopleElsewhere).toEqual([]);
    for (const q of ['趙遠方', person.idNumber ?? '', '0911222333'])
      expect((await search(q)).answer).toEqual({
        ...{ people: [], isMore: false },
        peopleElsewhere: [{ id: person.id, name: '趙遠方' }],
      });
    const event = { action: 'person.find', subjectId: person.id, after: null };
    expect(await lookUps()).toEqual([event, event, event]);
    // A name may have several people.
    await stranger({ chineseName: '趙遠方' });
    expect((await search('趙遠方')).answer.peopleElsewhere).toHaveLength(2);
    expect(await lookUps()).toHaveLength(5);
  });

  test.each(['錢', '遠方', '0911-2223'])('finds no stranger by %s, a part', async (q) => {
    await stranger({ chineseName: '錢遠方', cellPhone: '0911-222334' });
    const { status, answer } = await search(q);
    expect(status === 422 || answer.peopleElsewhere.length === 0).toBe(true);
  });

  test('numbers that nobody has can be tried a few times only, each recorded', async () => {
    const numbers = Array.from({ length: 6 }, (_, n) => nationalId(900_000 + n));
    const statuses = [];
    for (const q of numbers) statuses.push((await search(q)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const recorded = await lookUps();
    expect(recorded.length).toBe(5);
    expect(recorded[0]).toMatchObject({ after: { notFound: maskIdentity(numbers[4] ?? '') } });
  });
});
