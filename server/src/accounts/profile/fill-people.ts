import type { ChangedField } from '@portal/contract/office/event-fields';
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Context } from '../../audit/actor.ts';
import { recordEvents } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import type { ImportedPerson } from '../sign-up/imported-person.ts';
import { accounts } from '../tables.ts';

/** The columns that an import may fill if they are empty. Only branches store a mailbox, because it gives access. */
const columns = {
  chineseName: accounts.chineseName,
  englishName: accounts.englishName,
  sex: accounts.sex,
  organizationId: accounts.organizationId,
  cellPhone: accounts.cellPhone,
  homePhone: accounts.homePhone,
  companyPhone: accounts.companyPhone,
  employer: accounts.employer,
  careerId: accounts.careerId,
  educationId: accounts.educationId,
  educationStatusId: accounts.educationStatusId,
  school: accounts.school,
  department: accounts.department,
  cityId: accounts.cityId,
  areaId: accounts.areaId,
  addressCode: accounts.addressCode,
  address: accounts.address,
} as const satisfies Partial<Record<keyof ImportedPerson & ChangedField, PgColumn>>;

const fields = Object.entries(columns);

/** An address is filled as a whole. */
const ofAddress = ['cityId', 'areaId', 'addressCode', 'address'];
const hasNoAddress = sql`num_nonnulls(${sql.join([accounts.cityId, accounts.areaId, accounts.addressCode, accounts.address], sql`, `)}) = 0`;

const nameOf = (field: string): SQL =>
  sql.raw(field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
const typeOf = (column: PgColumn): SQL => sql.raw(column.getSQLType());
const fieldOf = (data: SQL, field: string, column: PgColumn): SQL =>
  sql`(${data} ->> ${sql.raw(`'${field}'`)})::${typeOf(column)}`;

/** The fields that data of an import would fill in an account. Only of people who have not set a password of their own. */
export const fillableFields = (data: SQL): SQL<string[]> => {
  const each = fields.map(([field, column]) => {
    const isEmpty = ofAddress.includes(field) ? hasNoAddress : sql`${column} is null`;
    return sql`case when ${isEmpty} and ${fieldOf(data, field, column)} is not null then ${sql.raw(`'${field}'`)} end`;
  });
  return sql`case when ${accounts.passwordIsBirthday} then array_remove(array[${sql.join(each, sql`, `)}], null) else '{}' end`;
};

interface Filling {
  readonly accountId: number;
  readonly data: ImportedPerson;
}

interface Filled extends Filling {
  readonly fields: readonly string[];
}

/**
 * Empties what an import filled, where the value is still the same. Returns the accounts; those of people who have set a
 * password of their own are left out.
 */
export const unfillPeople = async (
  tx: Tx,
  filled: readonly Filled[],
  { actor, now }: Context<Staff>,
): Promise<ReadonlySet<number>> => {
  const set = fields.map(
    ([field, column]) =>
      sql`${nameOf(field)} = case when ${sql.raw(`'${field}'`)} = any(known.fields)
        then nullif(${column}, ${fieldOf(sql`known.data`, field, column)}) else ${column} end`,
  );
  const { rows } = await tx.execute<{ id: string }>(sql`
    with known as materialized (
      select ${accounts.id}, given.data, given.fields
      from jsonb_to_recordset(${JSON.stringify(filled)}::jsonb) as given ("accountId" bigint, data jsonb, fields text[])
      join ${accounts} on ${accounts.id} = given."accountId"
      where ${accounts.passwordIsBirthday}
      order by ${accounts.id} for no key update of accounts
    )
    update ${accounts} set ${sql.join(set, sql`, `)}, updated_at = ${now}
    from known where ${accounts.id} = known.id
    returning ${accounts.id}`);
  const events = rows.map(
    ({ id }) => ({ actor, action: 'account.unfill', subject: 'account', subjectId: Number(id) }) as const,
  );
  await recordEvents(tx, events, now);
  return new Set(rows.map(({ id }) => Number(id)));
};

/** Fills what is empty and nothing else. Returns the filled fields by account. */
export const fillPeople = async (
  tx: Tx,
  fillings: readonly Filling[],
  { actor, now }: Context<Staff>,
): Promise<ReadonlyMap<number, readonly string[]>> => {
  const set = fields.map(
    ([field, column]) =>
      sql`${nameOf(field)} = case when ${sql.raw(`'${field}'`)} = any(known.filled)
        then ${fieldOf(sql`known.data`, field, column)} else ${column} end`,
  );
  const { rows } = await tx.execute<{ id: string; filled: string[] }>(sql`
    with known as materialized (
      select ${accounts.id}, given.data, ${fillableFields(sql`given.data`)} as filled
      from jsonb_to_recordset(${JSON.stringify(fillings)}::jsonb) as given ("accountId" bigint, data jsonb)
      join ${accounts} on ${accounts.id} = given."accountId"
      order by ${accounts.id} for no key update of accounts
    )
    update ${accounts} set ${sql.join(set, sql`, `)}, updated_at = ${now}
    from known where ${accounts.id} = known.id and cardinality(known.filled) > 0
    returning ${accounts.id}, known.filled`);
  const about = { actor, action: 'account.fill', subject: 'account' } as const;
  const events = rows.map(({ id, filled }) => ({
    ...about,
    subjectId: Number(id),
    after: { fields: filled },
  }));
  await recordEvents(tx, events, now);
  return new Map(rows.map(({ id, filled }) => [Number(id), filled]));
};
