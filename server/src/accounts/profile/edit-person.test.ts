import { type ChangedField, changedFieldNames } from '@portal/contract/office/event-fields';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { codeOf } from '../../../test/factories/desk.ts';
import { one } from '../../../test/factories/one.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { actDuring } from '../../../test/locks.ts';
import { auditEvents } from '../../audit/tables.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { accounts } from '../tables.ts';
import { editPerson } from './edit-person.ts';

const LATER = new Date(NOW.getTime() + 60_000);

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

type Account = Awaited<ReturnType<typeof buildAccount>>;
type Changes = Partial<Omit<Parameters<typeof editPerson>[1], 'accountId' | 'version'>>;

const stored = async ({ id }: { id: number }) =>
  one(await portal.db.select().from(accounts).where(eq(accounts.id, id)));

const editIn = (tx: Tx, person: Account, changes: Changes) => {
  const { id: accountId, sex, school, department, address } = person;
  const form = {
    ...{ sex: sex === 0 ? (0 as const) : (1 as const), school, department, address },
    ...{ english_name: person.englishName, career: person.employer, career_id: person.careerId },
    ...{ cell_phone: person.cellPhone, home_phone: person.homePhone, company_phone: person.companyPhone },
    ...{ area: person.areaId, address_code: person.addressCode },
    ...{ education: person.educationId, educationstatuse: person.educationStatusId },
  };
  const edit = { accountId, version: 0, ...form, ...changes };
  return editPerson(tx, edit, { actor: decidingStaff(), now: LATER });
};
const edit = (person: Account, changes: Changes) =>
  inTransaction(portal.db, (tx) => editIn(tx, person, changes));

test('another field changes for this person only, and a confirmed phone stays confirmed', async () => {
  const [person, other] = [
    await buildAccount(portal.db, { phoneConfirmedAt: NOW }),
    await buildAccount(portal.db, { phoneConfirmedAt: NOW }),
  ];
  await edit(person, { school: '海大' });
  expect(await stored(person)).toEqual({ ...person, school: '海大', updatedAt: LATER });
  expect(await stored(other)).toEqual(other);
  const [mail] = await portal.db.select().from(mails).where(eq(mails.accountId, person.id));
  expect(mail?.data).toEqual({ name: person.chineseName, fields: ['學校'] });
});

test.each<[Changes, string[]]>([
  [{ english_name: 'Lin, Mei' }, ['englishName']],
  [{ sex: 0 }, ['sex']],
  [{ cell_phone: '0900-000001' }, ['cellPhone']],
  [{ home_phone: '02-20000001' }, ['homePhone']],
  [{ company_phone: '02-20000002' }, ['companyPhone']],
  [{ area: null }, ['cityId', 'areaId']],
  [{ address: '範例路二段 2 號' }, ['address']],
  [{ address_code: '100001' }, ['addressCode']],
  [{ career: '範例醫院' }, ['employer']],
  [{ career_id: 2 }, ['careerId']],
  [{ education: 2 }, ['educationId']],
  [{ educationstatuse: 2 }, ['educationStatusId']],
  [{ school: '海大' }, ['school']],
  [{ department: '資訊系' }, ['department']],
])('the history and the mail name what changed: %j', async (changes, fields) => {
  const person = await buildAccount(portal.db);
  await edit(person, changes);
  const [event] = await portal.db.select().from(auditEvents).where(eq(auditEvents.subjectId, person.id));
  expect(event?.after).toEqual({ fields });
  const [mail] = await portal.db.select().from(mails).where(eq(mails.accountId, person.id));
  const names = fields.map((field) => changedFieldNames[field as ChangedField]);
  expect(mail?.data).toEqual({ name: person.chineseName, fields: names });
});

test('an edit that changes nothing leaves no trace', async () => {
  const person = await buildAccount(portal.db);
  await edit(person, {});
  expect(await stored(person)).toEqual(person);
  expect(await portal.db.$count(mails, eq(mails.accountId, person.id))).toBe(0);
  expect(await portal.db.$count(auditEvents, eq(auditEvents.subjectId, person.id))).toBe(0);
});

describe('an edit is refused', () => {
  test.each([
    [{ education: 999_999 }, 'education_unknown'],
    [{ educationstatuse: 999_999 }, 'education_status_unknown'],
  ])('for an unknown choice: %j', async (changes, code) => {
    expect(await codeOf(edit(await buildAccount(portal.db), changes))).toBe(code);
  });

  test('for a suspended person', async () => {
    const person = await buildAccount(portal.db, { suspendedAt: NOW });
    expect(await codeOf(edit(person, { school: '海大' }))).toBe('person_suspended');
  });

  test('if a colleague edits the person meanwhile', async () => {
    const person = await buildAccount(portal.db);
    const editing = actDuring(
      portal.db,
      (tx) => editIn(tx, person, { school: '海大' }),
      () => codeOf(edit(person, { school: '臺大' })),
    );
    expect(await editing).toBe('changed_meanwhile');
    expect((await stored(person)).school).toBe('海大');
  });
});
