import { login } from '@portal/contract/accounts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildOrganization } from '../../../test/factories/catalogue.ts';
import { nationalId } from '../../../test/factories/identity.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { auditEvents } from '../../audit/tables.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { accounts } from '../tables.ts';
import { createPerson, hashDefaultPassword, type NewPerson, newPersonOf } from './create-person.ts';

let portal: TestPortal;
let organizationId: number;
beforeAll(async () => {
  portal = await openTestPortal();
  organizationId = (await buildOrganization(portal.db)).id;
});
afterAll(() => portal.close());

let serial = 0;
const known = (overrides: Partial<NewPerson> = {}): NewPerson => {
  serial += 1;
  return {
    country: 'local',
    idNumber: nationalId(serial, { letter: 'K' }),
    passportNo: null,
    chineseName: '王來電',
    birthday: '1990-05-14',
    cellPhone: '0911-111222',
    email: `caller${serial}@example.com`,
    organizationId,
    ...overrides,
  };
};

const create = async (person: NewPerson) => {
  const passwordHash = await hashDefaultPassword(person);
  return inTransaction(portal.db, (tx) =>
    createPerson(tx, { ...person, passwordHash }, { actor: decidingStaff(), now: NOW }),
  );
};

test('logs in with the birth date, as their mail says, and has an event', async () => {
  const person = known();
  const id = await create(person);
  const { answer } = await portal.call(login, {
    body: { account: person.idNumber ?? '', password: '19900514' },
  });
  expect(answer.user.state).toBe(false);
  const [account] = await portal.db.select().from(accounts).where(eq(accounts.id, id));
  expect(account).toMatchObject({ passwordIsBirthday: true, importedAt: NOW, emailConfirmedAt: null });
  const [mail] = await portal.db.select().from(mails).where(eq(mails.accountId, id));
  expect(mail).toMatchObject({ template: 'registered', recipient: person.email, state: 'queued' });
  const created = and(eq(auditEvents.action, 'account.create'), eq(auditEvents.subjectId, id));
  expect(await portal.db.$count(auditEvents, created)).toBe(1);
});

test.each([
  ['id_number', known()],
  ['passport_no', known({ country: 'foreign', idNumber: null, passportNo: 'KX123456' })],
])('with the number of an account is refused under %s', async (field, person) => {
  await create(person);
  await expect(create({ ...person, email: null })).rejects.toMatchObject({
    code: 'person_exists',
    details: { field },
  });
});

test('is refused a future birth date', async () => {
  await expect(create(known({ birthday: '2026-12-02' }))).rejects.toMatchObject({
    code: 'birthday_after_today',
  });
  expect(await create(known({ birthday: '2026-12-01' }))).toBeTypeOf('number');
});

test.each([
  ['local', { idNumber: 'A123456789', passportNo: null }],
  ['foreign', { idNumber: null, passportNo: 'X00000001K' }],
] as const)('the form of a %s person gives the number of its kind only', (country, numbers) => {
  const form = {
    ...{ country, id_number: 'A123456789', passport_no: 'X00000001K', chinese_name: '王來電' },
    ...{ birthday: '1990-05-14', cell_phone: '0911-111222', email: null },
  };
  expect(newPersonOf(form)).toMatchObject(numbers);
});
