import { enrolPerson, identifyApplicant } from '@portal/contract/office/enrolment';
import * as contract from '@portal/contract/office/people';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass, buildOrganization } from '../../../test/factories/catalogue.ts';
import { buildCertificate } from '../../../test/factories/certificate.ts';
import { buildGroup, buildMembership } from '../../../test/factories/group.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { enterAs, grant } from '../../../test/factories/staff.ts';
import { maskIdentity } from '../../accounts/people/mask.ts';
import { auditEvents } from '../../audit/tables.ts';
import { noActs } from '../policy.ts';

/* The page of a person, for an officer of a branch. */

let portal: TestPortal;
let branch: { id: number };
let elsewhere: { id: number };
let officer: Awaited<ReturnType<typeof enterAs>>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  branch = await buildOrganization(portal.db);
  elsewhere = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
});
afterAll(() => portal.close());
// Each test has its own officer, because the pages that one opens are counted.
beforeEach(async () => {
  officer = await enterAs(portal.db, grant('officer', branch.id));
});

type Overrides = Parameters<typeof buildAccount>[1];
const own = (overrides: Overrides = {}) =>
  buildAccount(portal.db, { organizationId: branch.id, ...overrides });
const stranger = (overrides: Overrides = {}) =>
  buildAccount(portal.db, { organizationId: elsewhere.id, ...overrides });

const about = ({ id }: { id: number }) => ({ params: { id: `${id}` }, headers: officer.headers });
const show = (person: { id: number }) => portal.call(contract.personDetail, about(person));
const identity = (person: { id: number }) => portal.call(contract.personIdentity, about(person));
const find = (q: string) =>
  portal.call(contract.findPeople, { body: { q, elsewhere: true }, headers: officer.headers });
const namePurpose = (person: { id: number }) =>
  portal.call(contract.namePurpose, { ...about(person), body: { purpose: '來電查詢證照' } });

const eventsAbout = async ({ id }: { id: number }) =>
  (
    await portal.db
      .select({ action: auditEvents.action })
      .from(auditEvents)
      .where(eq(auditEvents.subjectId, id))
      .orderBy(auditEvents.id)
  ).map(({ action }) => action);

describe('a person of the branch', () => {
  test('is shown with a masked number, and whole by who may, with an event', async () => {
    const person = await own({ birthday: '1990-05-14' });
    const { answer } = await show(person);
    expect(answer).toMatchObject({ name: person.chineseName, openUntil: null, can: { identity: true } });
    expect(answer.facts).toMatchObject({ identity: maskIdentity(person.idNumber ?? ''), age: 36 });
    expect(JSON.stringify(answer)).not.toContain('1990-05-14');
    expect((await identity(person)).answer).toEqual({
      identity: person.idNumber,
      birthday: '1990-05-14',
    });
    expect(await eventsAbout(person)).toEqual(['person.show_identity']);
  });

  test('needs no purpose', async () => {
    const person = await own();
    expect((await namePurpose(person)).status).toBe(200);
    expect(await eventsAbout(person)).toEqual([]);
  });
});

describe('a stranger', () => {
  test('does not exist for who only counts ids', async () => {
    const person = await stranger();
    for (const answer of [await show(person), await namePurpose(person), await identity(person)])
      expect(answer.status).toBe(404);
  });

  test('has a name once found, and a page once a purpose is named, for half an hour', async () => {
    const person = await stranger({ chineseName: '孫遠客' });
    await find('孫遠客');
    expect((await show(person)).answer).toEqual({
      ...{ id: person.id, name: '孫遠客', facts: null, openUntil: null, mergedInto: null, version: 0 },
      can: { identity: false, looks: false, ...noActs },
    });
    expect((await portal.call(contract.personHistory, about(person))).status).toBe(404);
    const opened = await namePurpose(person);
    expect(opened.answer.facts?.identity).toBe(maskIdentity(person.idNumber ?? ''));
    expect(opened.answer.openUntil).toBe('2026-12-01T10:30:00+08:00');
    expect((await identity(person)).code).toBe('identity_masked');
    expect((await portal.call(contract.personHistory, about(person))).status).toBe(200);
    expect(await eventsAbout(person)).toEqual(['person.find', 'person.name_purpose']);
    const showAfter = (minutes: number) => {
      portal.clock.now = new Date(NOW.getTime() + minutes * 60_000);
      return show(person);
    };
    try {
      expect([(await showAfter(29)).status, (await showAfter(30)).status]).toEqual([200, 404]);
    } finally {
      portal.clock.now = NOW;
    }
  });

  test('with a registration that staff sent is shown, but the number stays masked', async () => {
    const person = await stranger({ birthday: '1990-05-14' });
    const { code } = await buildClass(portal.db, { organizationId: branch.id });
    const proof = { number: person.account, by: 'birthday', birthday: '1990-05-14' } as const;
    await portal.call(identifyApplicant, { body: proof, headers: officer.headers });
    await portal.call(enrolPerson, { body: { code, accountId: person.id }, headers: officer.headers });
    expect((await show(person)).answer).toMatchObject({ openUntil: null, can: { identity: false } });
    expect((await identity(person)).code).toBe('identity_masked');
  });
});

describe('names lead', () => {
  const openOf = async (...people: { id: number }[]) => {
    const body = { ids: people.map(({ id }) => id) };
    return (await portal.call(contract.openPeople, { body, headers: officer.headers })).answer.ids;
  };

  test('to the pages that open, and to no others', async () => {
    const [person, guest, far] = [await own(), await stranger(), await stranger({ chineseName: '何遠方' })];
    const trainingClass = await buildClass(portal.db, { organizationId: branch.id });
    await buildRegistration(portal.db, { class: trainingClass, account: guest });
    const nobody = { id: 999_999 };
    const open = new Set(await openOf(far, person, nobody, guest));
    expect(open).toEqual(new Set([person.id, guest.id]));
    for (const each of [person, guest, far, nobody])
      expect((await show(each)).status).toBe(open.has(each.id) ? 200 : 404);
  });

  test('to somebody who was found a short time ago', async () => {
    const far = await stranger({ chineseName: '鄭尋得' });
    expect(await openOf(far)).toEqual([]);
    await find('鄭尋得');
    expect(await openOf(far)).toEqual([far.id]);
    expect((await show(far)).status).toBe(200);
  });
});

test('purposes and numbers share one budget', async () => {
  for (let n = 0; n < 30; n += 1) expect((await identity(await own())).status).toBe(200);
  const person = await stranger({ chineseName: '李額滿' });
  await find('李額滿');
  expect((await namePurpose(person)).code).toBe('identity_budget_spent');
  expect((await show(person)).answer.facts).toBe(null);
});

describe('the tabs', () => {
  test('show money, results, certificates and groups', async () => {
    const person = await own();
    const startTime = new Date(NOW.getTime() - 86_400_000);
    const lesson = await buildClass(portal.db, { organizationId: branch.id, startTime, state: 'closed' });
    const row = { account: person, class: lesson, state: 'confirmed', result: 1 } as const;
    const { id } = await buildRegistration(portal.db, row);
    await buildCertificate(portal.db, { account: person, organizationId: branch.id });
    await buildCertificate(portal.db, { account: person, kind: 'ordinary', organizationId: elsewhere.id });
    await buildMembership(portal.db, { account: person, group: await buildGroup(portal.db) });
    const call = about(person);
    const ledger = await portal.call(contract.personLedger, call);
    expect(ledger.answer).toMatchObject([{ registrationId: id, code: lesson.code, balance: 0 }]);
    expect((await portal.call(contract.personResults, call)).answer).toMatchObject([{ result: 1 }]);
    const held = (await portal.call(contract.personCertificates, call)).answer;
    expect(held.map(({ canOpen }) => canOpen).toSorted()).toEqual([false, true]);
    expect((await portal.call(contract.personGroups, call)).answer).toHaveLength(1);
  });

  test('show nothing of strangers', async () => {
    const person = await stranger();
    await buildCertificate(portal.db, { account: person, organizationId: elsewhere.id });
    await buildMembership(portal.db, { account: person, group: await buildGroup(portal.db) });
    const lesson = await buildClass(portal.db, { organizationId: elsewhere.id });
    await buildRegistration(portal.db, { account: person, class: lesson, state: 'confirmed' });
    const { personLedger, personResults, personCertificates, personGroups } = contract;
    for (const tab of [personLedger, personResults, personCertificates, personGroups])
      expect((await portal.call(tab, about(person))).answer).toEqual([]);
  });
});
