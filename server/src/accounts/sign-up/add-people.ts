import { sql } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvents } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { unhashedDefault } from '../passwords/passwords.ts';
import { accounts } from '../tables.ts';
import type { ImportedPerson } from './imported-person.ts';

/** The rows are sent as one JSON value, because preparing thousands of parameters would block the server. */
const toJson = (people: readonly ImportedPerson[]): string =>
  JSON.stringify(
    people.map(({ country, number, ...person }) => ({
      ...person,
      ...{
        country,
        idNumber: country === 'local' ? number : null,
        passportNo: country === 'foreign' ? number : null,
      },
      passwordHash: unhashedDefault(person.birthday),
    })),
  );

/**
 * Adds people of another system with the default password; nobody is written to. Returns the ids by number. People whose
 * number has an account already are left out.
 */
export const addPeople = async (
  tx: Tx,
  people: readonly ImportedPerson[],
  { actor, now }: Context<Staff>,
): Promise<ReadonlyMap<string, number>> => {
  // The rows are sorted by number, so that two imports of the same people cannot deadlock.
  const sorted = people.toSorted((one, other) => (one.number < other.number ? -1 : 1));
  const { rows } = await tx.execute<{ id: string; account: string }>(sql`
    insert into ${accounts} (
      country, id_number, passport_no, password_hash, password_is_birthday, imported_at, created_at, updated_at,
      organization_id, chinese_name, english_name, sex, birthday, city_id, area_id, address, address_code, email,
      cell_phone, home_phone, company_phone, employer, career_id, education_id, education_status_id, school, department)
    select country, "idNumber", "passportNo", "passwordHash", true, ${now}, ${now}, ${now},
      "organizationId", "chineseName", "englishName", sex, birthday, "cityId", "areaId", address, "addressCode", email,
      "cellPhone", "homePhone", "companyPhone", employer, "careerId", "educationId", "educationStatusId", school, department
    from jsonb_to_recordset(${toJson(sorted)}::jsonb) as person (
      country text, "idNumber" text, "passportNo" text, "passwordHash" text, "organizationId" int, "chineseName" text,
      "englishName" text, sex int, birthday date, "cityId" int, "areaId" int, address text, "addressCode" text, email text,
      "cellPhone" text, "homePhone" text, "companyPhone" text, employer text, "careerId" int, "educationId" int,
      "educationStatusId" int, school text, department text)
    on conflict do nothing
    returning id, account`);
  const events = rows.map(
    ({ id }) => ({ actor, action: 'account.import', subject: 'account', subjectId: Number(id) }) as const,
  );
  await recordEvents(tx, events, now);
  return new Map(rows.map(({ id, account }) => [account, Number(id)]));
};
