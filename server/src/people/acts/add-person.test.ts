import * as contract from '@portal/contract/office/people';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildOrganization } from '../../../test/factories/catalogue.ts';
import { nationalId } from '../../../test/factories/identity.ts';
import { enterAs, grant } from '../../../test/factories/staff.ts';
import { accounts } from '../../accounts/tables.ts';
import { auditEvents } from '../../audit/tables.ts';
import { organizations } from '../../catalogue/tables.ts';
import { mails } from '../../mail/tables.ts';

/* An officer adds people to the branch. */

let portal: TestPortal;
let branch: { id: number };
let elsewhere: { id: number };
let officer: Awaited<ReturnType<typeof enterAs>>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  branch = await buildOrganization(portal.db);
  elsewhere = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
  officer = await enterAs(portal.db, grant('officer', branch.id));
});
afterAll(() => portal.close());

let serial = 0;
const newNumber = () => {
  serial += 1;
  return nationalId(serial, { letter: 'N' });
};

const form = (overrides: object = {}) => ({
  ...{ country: 'local', chinese_name: '王新人', birthday: '1990-05-14', cell_phone: '0912-345678' },
  ...{ id_number: newNumber(), email: 'new@example.com', organizationId: branch.id },
  ...overrides,
});

const add = (body: object, headers: Record<string, string> = officer.headers) =>
  portal.call(contract.addPerson, { body, headers });

const eventsAbout = (id: number) =>
  portal.db
    .select({ action: auditEvents.action, organizationId: auditEvents.organizationId })
    .from(auditEvents)
    .where(and(eq(auditEvents.subject, 'account'), eq(auditEvents.subjectId, id)));

test('the person belongs to the branch, is in its list, and gets the letter and an event', async () => {
  const body = form();
  const { status, answer } = await add(body);
  expect(status).toBe(200);
  const [added] = await portal.db.select().from(accounts).where(eq(accounts.id, answer.id));
  expect(added).toMatchObject({
    ...{ account: body.id_number, chineseName: '王新人', organizationId: branch.id },
    ...{ passwordIsBirthday: true, emailConfirmedAt: null },
  });
  expect(await eventsAbout(answer.id)).toEqual([{ action: 'account.create', organizationId: branch.id }]);
  const sent = await portal.db.select().from(mails).where(eq(mails.accountId, answer.id));
  expect(sent).toMatchObject([{ template: 'registered', recipient: 'new@example.com' }]);
  const list = await portal.call(contract.personList, { headers: officer.headers });
  expect(list.answer.rows.map(({ id }) => id)).toContain(answer.id);
});

test('a foreigner is added by the number of the passport alone', async () => {
  const { answer } = await add(form({ country: 'foreign', passport_no: 'KX7654321' }));
  const [added] = await portal.db.select().from(accounts).where(eq(accounts.id, answer.id));
  expect(added).toMatchObject({ account: 'KX7654321', idNumber: null, country: 'foreign' });
});

test('a repeated call adds nobody', async () => {
  const [body, headers] = [form(), { ...officer.headers, 'idempotency-key': 'add-person-once' }];
  const [first, second] = [await add(body, headers), await add(body, headers)];
  expect(second.answer).toEqual(first.answer);
  expect(await eventsAbout(first.answer.id)).toHaveLength(1);
});

describe('a number with an account', () => {
  test('names the person if the officer may open the page', async () => {
    const person = await buildAccount(portal.db, { organizationId: branch.id, chineseName: '李在場' });
    const refused = await add(form({ id_number: person.account }));
    expect(refused).toMatchObject({ status: 422, code: 'person_listed' });
    expect(refused.refusal.errors).toEqual({ id_number: ['此證號的學員「李在場」已在學員名單'] });
    expect(await eventsAbout(person.id)).toEqual([]);
  });

  test('of another branch names nobody, and is recorded as a search', async () => {
    const person = await buildAccount(portal.db, { organizationId: elsewhere.id, chineseName: '陳遠方' });
    const refused = await add(form({ id_number: person.account }));
    expect(refused.code).toBe('person_elsewhere');
    expect(JSON.stringify(refused)).not.toContain('陳遠方');
    expect(await eventsAbout(person.id)).toMatchObject([{ action: 'person.find' }]);
  });

  test('of a merged record is that of the survivor', async () => {
    const survivor = await buildAccount(portal.db, { organizationId: branch.id, chineseName: '周留下' });
    const part = { organizationId: elsewhere.id, mergedIntoId: survivor.id, suspendedAt: NOW };
    const merged = await buildAccount(portal.db, part);
    const refused = await add(form({ id_number: merged.account }));
    expect(refused.refusal.errors).toEqual({ id_number: ['此證號的學員「周留下」已在學員名單'] });
  });

  test('of a passport is refused under its field', async () => {
    const passport = { country: 'foreign', passport_no: 'KX1112223' };
    expect((await add(form(passport))).status).toBe(200);
    expect((await add(form(passport))).refusal.errors).toHaveProperty('passport_no');
  });

  test('that two officers add at once is added once', async () => {
    const body = form();
    const both = await Promise.all([add(body), add(body)]);
    expect(both.map(({ status, code }) => code ?? status).toSorted()).toEqual([200, 'person_listed']);
    expect(await portal.db.$count(accounts, eq(accounts.account, body.id_number))).toBe(1);
  });
});

test('nobody is added to another branch, or to one that is closed or unknown', async () => {
  expect((await add(form({ organizationId: elsewhere.id }))).status).toBe(403);
  const everywhere = await enterAs(portal.db, grant('officer'));
  expect((await add(form({ organizationId: 999_999 }), everywhere.headers)).code).toBe('person_organization');
  const closed = await buildOrganization(portal.db, { code: 'OLD', name: '舊分會' });
  await portal.db.update(organizations).set({ closedAt: NOW }).where(eq(organizations.id, closed.id));
  const refused = await add(form({ organizationId: closed.id }), everywhere.headers);
  expect(refused.refusal.errors).toEqual({ organizationId: ['查無此會別，或會別已停用'] });
});

test('nobody is born after today', async () => {
  const refused = await add(form({ birthday: '2990-01-01' }));
  expect(refused.refusal.errors).toEqual({ birthday: ['出生日期不得晚於今天'] });
});

test('each wrong field is named', async () => {
  const { refusal } = await add(
    form({ id_number: 'A123456788', cell_phone: '12', birthday: '1990-13-01', chinese_name: '' }),
  );
  expect(Object.keys(refusal.errors ?? {}).toSorted()).toEqual([
    'birthday',
    'cell_phone',
    'chinese_name',
    'id_number',
  ]);
});
