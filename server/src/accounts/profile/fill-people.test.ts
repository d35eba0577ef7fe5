import { and, asc, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { one } from '../../../test/factories/one.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { auditEvents } from '../../audit/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { ImportedPerson } from '../sign-up/imported-person.ts';
import { accounts } from '../tables.ts';
import { fillPeople, unfillPeople } from './fill-people.ts';

const context = { actor: decidingStaff(), now: new Date(NOW.getTime() + 60_000) };
const ADDRESS = { cityId: 1, areaId: 1, addressCode: '100', address: '範例路一段 1 號' };
const NO_ADDRESS = { cityId: null, areaId: null, addressCode: null, address: null };

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

type Overrides = Parameters<typeof buildAccount>[1];

const build = (overrides: Overrides = {}) =>
  buildAccount(portal.db, { passwordIsBirthday: true, importedAt: NOW, ...overrides });

const stored = async ({ id }: { id: number }) =>
  one(await portal.db.select().from(accounts).where(eq(accounts.id, id)));

const fill = (person: Awaited<ReturnType<typeof build>>, more: Partial<ImportedPerson> = {}) => {
  const { country, account: number, organizationId, employer, homePhone, companyPhone, department } = person;
  const data: ImportedPerson = {
    ...{ country, number, organizationId, employer, homePhone, companyPhone, department, email: null },
    ...{ chineseName: '王資料', englishName: 'Data Wang', sex: 1, birthday: '1990-05-14' },
    ...{ cellPhone: '0911-222333', careerId: 1, educationId: 1, educationStatusId: 1, school: '海大' },
    ...{ ...ADDRESS, ...more },
  };
  return { accountId: person.id, data };
};

const fillAll = (...fillings: ReturnType<typeof fill>[]) =>
  inTransaction(portal.db, (tx) => fillPeople(tx, fillings, context));

const eventsOf = (...people: { id: number }[]) =>
  portal.db
    .select()
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.subject, 'account'),
        inArray(
          auditEvents.subjectId,
          people.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(asc(auditEvents.id));

test('what is empty is filled, with an event for each person; somebody without empty fields stays as they are', async () => {
  const person = await build({ school: null });
  const [complete, other] = [await build({ school: '臺大' }), await build({ school: null })];
  expect(await fillAll(fill(person), fill(complete))).toEqual(new Map([[person.id, ['school']]]));
  expect((await stored(person)).school).toBe('海大');
  expect([await stored(complete), await stored(other)]).toEqual([complete, other]);
  expect(await eventsOf(person, complete, other)).toMatchObject([
    { subjectId: person.id, action: 'account.fill', actor: 'staff:1', after: { fields: ['school'] } },
  ]);
});

test.each<[string, Overrides, string[], string | null]>([
  ['filled as a whole', NO_ADDRESS, ['address', 'addressCode', 'areaId', 'cityId'], ADDRESS.address],
  ['not filled if its area is known', { address: null, addressCode: null }, [], null],
  [
    'not filled if its street is known',
    { cityId: null, areaId: null, address: '舊路 1 號' },
    [],
    '舊路 1 號',
  ],
])('an address is %s', async (_, overrides, fields, address) => {
  const person = await build({ ...overrides, school: null });
  const filled = await fillAll(fill(person));
  expect(filled.get(person.id)?.toSorted()).toEqual([...fields, 'school'].toSorted());
  expect((await stored(person)).address).toBe(address);
});

test('what was filled is emptied where it is still the same, with an event for each person', async () => {
  const [person, own, other] = [
    await build({ school: null, cellPhone: null }),
    await build({ school: null, passwordIsBirthday: false, importedAt: null }),
    await build({ school: '海大' }),
  ];
  await fillAll(fill(person));
  await portal.db.update(accounts).set({ cellPhone: '0955-666777' }).where(eq(accounts.id, person.id));
  await portal.db.update(accounts).set({ school: '海大' }).where(eq(accounts.id, own.id));
  const filled = [person, own].map((each) => ({ ...fill(each), fields: ['school', 'cellPhone'] }));
  const emptied = await inTransaction(portal.db, (tx) => unfillPeople(tx, filled, context));
  expect(emptied).toEqual(new Set([person.id]));
  expect(await stored(person)).toMatchObject({ school: null, cellPhone: '0955-666777' });
  expect([(await stored(own)).school, (await stored(other)).school]).toEqual(['海大', '海大']);
  expect((await eventsOf(person, own, other)).map(({ action, subjectId }) => [action, subjectId])).toEqual([
    ['account.fill', person.id],
    ['account.unfill', person.id],
  ]);
});
