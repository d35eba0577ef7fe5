import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { nationalId, passportNo } from '../../../test/factories/identity.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { accounts } from '../tables.ts';
import { addPeople } from './add-people.ts';
import type { ImportedPerson } from './imported-person.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const personOf = (overrides: Pick<ImportedPerson, 'number'> & Partial<ImportedPerson>): ImportedPerson => ({
  ...{ country: 'local', chineseName: '王匯入', birthday: '1990-05-14', englishName: null, sex: null },
  ...{ organizationId: null, email: null, cellPhone: null, homePhone: null, companyPhone: null },
  ...{ cityId: null, areaId: null, addressCode: null, address: null, employer: null, careerId: null },
  ...{ educationId: null, educationStatusId: null, school: null, department: null },
  ...overrides,
});

const add = (...people: ImportedPerson[]) =>
  inTransaction(portal.db, (tx) => addPeople(tx, people, { actor: decidingStaff(), now: NOW }));

test('the number of a person is that of an identity card, or of a passport for foreigners', async () => {
  const [local, foreign] = [nationalId(1, { letter: 'H' }), passportNo(900_001)];
  const made = await add(personOf({ number: local }), personOf({ number: foreign, country: 'foreign' }));
  const rows = await portal.db
    .select({ id: accounts.id, idNumber: accounts.idNumber, passportNo: accounts.passportNo })
    .from(accounts)
    .where(inArray(accounts.id, [...made.values()]));
  expect(rows.toSorted((one, other) => one.id - other.id)).toEqual([
    { id: made.get(local), idNumber: local, passportNo: null },
    { id: made.get(foreign), idNumber: null, passportNo: foreign },
  ]);
});

test('people are added in the order of their numbers; the first of two with the same number counts', async () => {
  const [a, b, c] = [2, 3, 4].map((n) => nationalId(n, { letter: 'H' })) as [string, string, string];
  const twice = personOf({ number: b, chineseName: '王重複' });
  const made = await add(personOf({ number: b }), personOf({ number: c }), personOf({ number: a }), twice);
  expect(made.size).toBe(3);
  const ids = [made.get(a), made.get(b), made.get(c)].map(Number);
  expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  const rows = await portal.db
    .select({ name: accounts.chineseName })
    .from(accounts)
    .where(inArray(accounts.account, [b]));
  expect(rows).toEqual([{ name: '王匯入' }]);
});
