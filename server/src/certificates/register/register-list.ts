import { EXPIRING_DAYS } from '@portal/contract/office/code-names';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { isNamed } from '../../accounts/people/is-person.ts';
import { accounts } from '../../accounts/tables.ts';
import { certificateKinds, courses, organizations } from '../../catalogue/tables.ts';
import { classes } from '../../classes/tables.ts';
import { registrations } from '../../enrolment/tables.ts';
import { defineList } from '../../platform/database/list.ts';
import type { CertificateState } from '../states.ts';
import { certificateContents, certificates, importedCertificates, searchedNumber } from '../tables.ts';

export interface RegisterListRow {
  readonly cursor: readonly string[];
  readonly id: string;
  readonly number: string;
  readonly registerNumber: string | null;
  readonly personId: string;
  readonly name: string;
  /** Null for a certificate without content. */
  readonly maskedIdentity: string | null;
  readonly identity: string;
  /** The data of the holder were erased; the law keeps the certificate. */
  readonly isErased: boolean;
  readonly kind: string;
  readonly course: string;
  readonly classCode: string | null;
  readonly organization: string;
  readonly issuedOn: string;
  readonly endTime: string;
  readonly state: CertificateState;
}

/** Each part has an index. */
const isFound = (value: SQLWrapper): SQL => {
  const start = sql`upper(${value}::text) collate "C"`;
  // U+10FFFF is the last character, so this is the end of all numbers that begin with the value.
  const end = sql`(upper(${value}::text) || chr(1114111)) collate "C"`;
  return sql`c.id in (
    select f.id from ${certificates} f
    where ${searchedNumber(sql`f.number`)} >= ${start} and ${searchedNumber(sql`f.number`)} <= ${end}
    union all
    select f.certificate_id from ${certificateContents} f where f.register_number = ${value}::text
    union all
    select f.certificate_id from ${importedCertificates} f where f.number = ${value}::text
    union all
    select f.id from ${certificates} f where f.account_id in (
      select ${accounts.id} from ${accounts} where ${isNamed(value)}))`;
};

const isOfClass = (value: SQLWrapper): SQL => sql`c.registration_id in (
  select ${registrations.id} from ${registrations}
  where ${registrations.classId} = (select ${classes.id} from ${classes} where ${classes.code} = ${value}::text))`;

/** The state is a literal, because PostgreSQL would not use the partial index for a parameter. */
const ended = (state: Exclude<CertificateState, 'valid'>) => () => sql.raw(`c.state = '${state}'`);

type StateFilter = 'valid' | 'expiring' | 'expired' | Exclude<CertificateState, 'valid'>;

/** The value of a state filter is the present day. Those that expire soon are valid, too. */
export const registerList = defineList<
  'search' | 'kind' | 'course' | 'class' | 'from' | 'until' | StateFilter,
  'issuedOn' | 'endTime',
  RegisterListRow
>({
  name: 'certificates',
  sources: [
    {
      from: sql`${certificates} c`,
      key: sql`c.id`,
      organization: sql`c.organization_id`,
      filters: {
        search: isFound,
        kind: (value) => sql`c.kind_id = ${value}::bigint`,
        course: (value) =>
          sql`c.course_id = (select ${courses.id} from ${courses} where ${courses.code} = ${value}::text)`,
        class: isOfClass,
        from: (value) => sql`c.issued_on >= ${value}::date`,
        until: (value) => sql`c.issued_on <= ${value}::date`,
        valid: (day) => sql`c.state = 'valid' and c.end_time >= ${day}::date`,
        expiring: (day) =>
          sql`c.state = 'valid' and c.end_time >= ${day}::date and c.end_time <= ${day}::date + ${sql.raw(`${EXPIRING_DAYS}`)}`,
        expired: (day) => sql`c.state = 'valid' and c.end_time < ${day}::date`,
        renewed: ended('renewed'),
        corrected: ended('corrected'),
        revoked: ended('revoked'),
        lapsed: ended('lapsed'),
      },
      sorts: { issuedOn: [sql`c.issued_on`, sql`c.id`], endTime: [sql`c.end_time`, sql`c.id`] },
    },
  ],
  types: { issuedOn: ['date', 'bigint'], endTime: ['date', 'bigint'] },
  selective: ['search', 'class'],
  columns: sql`
    page.key as id, c.number, c.account_id as "personId", coalesce(n.register_number, i.number) as "registerNumber",
    coalesce(n.content ->> 'chineseName', n.content ->> 'englishName', a.chinese_name, a.english_name, '') as name,
    n.content ->> 'maskedIdentity' as "maskedIdentity", a.account as identity, a.erased_at is not null as "isErased",
    coalesce(n.content ->> 'kind', k.name) as kind, coalesce(n.content ->> 'course', t.chinese_name) as course,
    n.content ->> 'classCode' as "classCode", o.name as organization,
    c.issued_on::text as "issuedOn", c.end_time::text as "endTime", c.state`,
  joins: sql`
    join ${certificates} c on c.id = page.key
    join ${accounts} a on a.id = c.account_id
    join ${courses} t on t.id = c.course_id
    join ${certificateKinds} k on k.id = c.kind_id
    join ${organizations} o on o.id = c.organization_id
    left join ${certificateContents} n on n.certificate_id = c.id
    left join ${importedCertificates} i on i.certificate_id = c.id`,
});
