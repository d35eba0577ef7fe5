import type pg from 'pg';
import { hashPassword } from '../../server/src/accounts/passwords/passwords.ts';
import { hashToken } from '../../server/src/accounts/sign-in/sessions.ts';
import { BRANCHES, CLASS_CODE, COURSES, KINDS, rows, TAUGHT, VENUES } from './catalogue.ts';
import { chineseName, englishName } from './names.ts';

export interface Scale {
  readonly classes: number;
  readonly people: number;
  readonly registrations: number;
  /** Certificates of each person: one of each kind is valid, the others have lapsed. */
  readonly certificatesEach: number;
  /** Classes for which one group enrols its people: each submission takes the next. */
  readonly rosterClasses: number;
}

/** A tenth of the ten million people of whom the design speaks, and a tenth of that. */
export const MILLION: Scale = {
  classes: 100_000,
  people: 1_000_000,
  registrations: 3_000_000,
  certificatesEach: 1,
  rosterClasses: 0,
};
export const HUNDRED_THOUSAND: Scale = {
  classes: 10_000,
  people: 100_000,
  registrations: 300_000,
  certificatesEach: 1,
  rosterClasses: 0,
};

export const FULL: Scale = {
  classes: 5_000,
  people: 20_000,
  registrations: 200_000,
  certificatesEach: 5,
  rosterClasses: 12_000,
};
export const TENTH: Scale = {
  classes: 500,
  people: 2_000,
  registrations: 20_000,
  certificatesEach: 5,
  rosterClasses: 12_000,
};

/** Classes that only the enrolment bench writes to. Each round has its own crowded one: a class has at most 10,000 seats. */
const CROWDED_CLASSES = 40;
export const crowdedClass = (round: number) => `CROWDED-${round}`;
const SPREAD_CLASSES = 200;
/** The class of the n-th enrolment: each time everybody had their turn, they come to the next class. */
export const spreadClass = (n: number, people: number) =>
  `SPREAD-${(n + Math.floor(n / people)) % SPREAD_CLASSES}`;

/** A group for every so many people: that person manages it, they and those after them are in it. */
const PEOPLE_PER_GROUP = 200;
const GROUP_SIZE = 60;
export const groupsOf = ({ people }: Pick<Scale, 'people'>): number => people / PEOPLE_PER_GROUP;
export const managerOf = (group: number): number => 1 + group * PEOPLE_PER_GROUP;
/** The group that needs certificates of all kinds, of people who are in no other group. */
export const NEEDING_GROUP = 'NEEDING';
export const NEEDING_MANAGER = GROUP_SIZE + 1;
const NEEDING_PEOPLE = 500;
/** A certificate that strangers check. */
export const CHECKED = 'BENCH-7-1';
export const rosterClass = (n: number) => `ROSTER-${n}`;
/** So high that no other number in a statement is mistaken for it. */
export const rosterClassId = (n: number) => 1_000_000 + n;

export const accountOf = (accountId: number) => `BENCH${String(accountId).padStart(8, '0')}`;
export const PASSWORD = 'Blue-whale-77';

const classOf = (n: number, { classes, people }: Pick<Scale, 'classes' | 'people'>) =>
  1 + ((n * 7919 + Math.floor(n / people)) % classes);

/** The accounts with a registration in one of the classes. */
export const registrantsIn = (classIds: ReadonlySet<number>, scale: Scale): number[] => {
  const accounts = new Set<number>();
  for (let n = 1; n <= scale.registrations; n += 1)
    if (classIds.has(classOf(n, scale))) accounts.add(1 + (n % scale.people));
  return [...accounts];
};

/** Their registrations are those of `classOf`. */
const statements = (
  { classes, people, registrations, certificatesEach, rosterClasses }: Scale,
  passwordHash: string,
): string[] => [
  `insert into organizations (id, code, name, position)
   select n::int, code, name, n::int from (${rows(BRANCHES.map(({ code, name }, at) => [`${at + 1}`, code, name]))}) b (n, code, name)`,
  `insert into certificate_kinds (id, name, type, years) select n, '證照' || n, 'ordinary', 3 from generate_series(1, ${KINDS}) n`,
  `insert into courses (id, code, chinese_name, certificate_kind_id, hours, position)
   select n::int, code, name, n::int, 16, n::int
   from (${rows(COURSES.map(({ code, name }, at) => [`${at + 1}`, code, name]))}) c (n, code, name)`,
  `create temporary table venues as ${VENUES}`,
  `insert into classes (code, organization_id, course_id, start_time, limit_number, place, contact_name, contact_phone, html,
     personal_allow, group_allow, fee, paid_html, published_at, state, created_at)
   select ${CLASS_CODE}, o.id, c.id,
     date_trunc('minute', now()) + (case when n % 10 < 7 then 1 else -1 end) * (n % 300 + 1) * interval '1 day',
     10000, v.place, '聯絡人', '02-20000000', repeat('<p>課程簡介，實地演練。</p>', 40),
     n % 9 <> 0, n % 7 <> 0, 1500, '<p>匯款</p>', now() - n * interval '1 minute', 'published', now()
   from generate_series(1, ${classes}) n
   join organizations o on o.id = 1 + n % ${BRANCHES.length}
   join courses c on c.id = 1 + n % ${TAUGHT}
   join venues v on v.branch = o.id and v.nth = abs(hashint8extended(n, 5)) % v.of_branch
   order by n`,
  `drop table venues`,
  `insert into classes (code, organization_id, course_id, start_time, limit_number, place, contact_name, contact_phone,
     personal_allow, group_allow, fee, published_at, state, created_at)
   select code, 1, 1, now() + interval '900 days', 10000, '上課地點', '聯絡人', '02-20000000', true, true, 1500,
     now() - interval '2 years', 'published', now()
   from (select 'CROWDED-' || n as code from generate_series(0, ${CROWDED_CLASSES - 1}) n
     union all select 'SPREAD-' || n from generate_series(0, ${SPREAD_CLASSES - 1}) n) codes`,
  `insert into accounts (country, passport_no, password_hash, organization_id, chinese_name, english_name, sex, birthday, city_id, area_id,
     address, address_code, email, email_confirmed_at, cell_phone, career_id, education_id, education_status_id, created_at, updated_at)
   select 'foreign', 'BENCH' || lpad(n::text, 8, '0'), '${passwordHash}', 1 + n % 8, ${chineseName}, ${englishName}, n % 2, '1990-01-01', 1, 1, '範例路', '100',
     'bench' || n || '@example.com', now(), '0900-000000', 1, 1, 1, now(), now()
   from generate_series(1, ${people}) n`,
  `insert into groups (id, code, name, created_at) overriding system value select n, 'GROUP-' || n, '團體' || n, now() from generate_series(1, ${groupsOf({ people })}) n`,
  `insert into memberships (group_id, account_id, role, joined_at)
   select 1 + (n - 1) / ${PEOPLE_PER_GROUP}, n, case when (n - 1) % ${PEOPLE_PER_GROUP} = 0 then 'manager' else 'member' end, now()
   from generate_series(1, ${people}) n where (n - 1) % ${PEOPLE_PER_GROUP} < ${GROUP_SIZE}`,
  `insert into groups (id, code, name, created_at) overriding system value values (1000000, '${NEEDING_GROUP}', '需要證照的團體', now())`,
  `insert into memberships (group_id, account_id, role, joined_at)
   select 1000000, n, case n when ${NEEDING_MANAGER} then 'manager' else 'member' end, now()
   from generate_series(1, ${people}) n where (n - 1) % ${PEOPLE_PER_GROUP} >= ${GROUP_SIZE} order by n limit ${NEEDING_PEOPLE}`,
  `insert into certificate_needs (group_id, kind_id, count) select 1000000, id, 400 from certificate_kinds`,
  `insert into certificates (number, account_id, organization_id, course_id, kind_id, issued_on, years, end_time, created_at)
   select 'BENCH-' || a.id || '-' || k, a.id, 1, k, k, current_date - 800, 3, current_date + (a.id % 300)::int - 30, now()
   from accounts a left join memberships m on m.account_id = a.id and m.group_id = 1000000,
     generate_series(1, case when m.account_id is not null and a.id % 3 > 0 then ${KINDS} else least(${certificatesEach}, ${KINDS}) end) k`,
  `insert into certificates (number, account_id, organization_id, course_id, kind_id, issued_on, years, end_time, state, ended_at, created_at)
   select 'BENCH-' || a.id || '-' || n, a.id, 1 + n % 8, 1 + n % ${KINDS}, 1 + n % ${KINDS}, current_date - 800 - 30 * n, 3,
     current_date - 31 - 30 * n, 'lapsed', now(), now()
   from accounts a, generate_series(${KINDS + 1}, ${certificatesEach}) n`,
  `insert into certificate_contents (certificate_id, organization_id, kind_id, year, serial, register_number, status_index, sha256, content)
   select id, 1, 1, 2024, 1, '第1分會證照1字第1130001號', 1, repeat('a', 64), jsonb_build_object('number', number, 'registerNumber',
     '第1分會證照1字第1130001號', 'kind', '證照1', 'course', '訓練項目1', 'classCode', null, 'signer', null, 'hours', 16, 'firstDay', issued_on,
     'lastDay', issued_on, 'issuedOn', issued_on, 'validUntil', end_time, 'chineseName', '王小明', 'englishName', null, 'identity', 'A123456789',
     'maskedIdentity', 'A12*****89', 'birthDate', null, 'photo', null, 'organization', '第1分會')
   from certificates where number = '${CHECKED}'`,
  `insert into classes (id, code, organization_id, course_id, start_time, limit_number, place, contact_name, contact_phone,
     personal_allow, group_allow, fee, published_at, state, created_at) overriding system value
   select 1000000 + n, 'ROSTER-' || n, 1, 1, now() + interval '900 days', 100, '上課地點', '聯絡人', '02-20000000', true, true, 1500,
     now() - interval '3 years', 'published', now()
   from generate_series(0, ${rosterClasses - 1}) n`,
  `insert into registrations (class_id, organization_id, account_id, state, reason, created_at, updated_at)
   select class_id, 1 + class_id % 8, 1 + n % ${people},
     (array['pending', 'unpaid', 'reported', 'confirmed', 'confirmed', 'cancelled', 'rejected'])[1 + n % 7],
     case when n % 7 = 6 then '未檢附證書' end, now() - n * interval '1 second', now()
   from (select n, 1 + (n * 7919::bigint + n / ${people}) % ${classes} as class_id from generate_series(1, ${registrations}) n) one
   on conflict do nothing`,
  `insert into charges (registration_id, kind, amount, created_by, created_at)
   select id, 'fee', 1500, 'system', created_at from registrations where state in ('unpaid', 'reported', 'confirmed')`,
  `insert into registration_events (registration_id, at, actor, action, to_state)
   select id, created_at, 'account:' || account_id, 'registration.enrol', state from registrations`,
  `update classes set number = held.count from (
     select class_id, count(*) from registrations where state in ('pending', 'unpaid', 'reported', 'confirmed') group by class_id
   ) held where held.class_id = classes.id`,
];

/** Everybody is logged in. */
export const tokenOf = (accountId: number) => `bench-${accountId}`;

/** Stands for the officer of the first organisation where an account is asked for. */
export const OFFICER = 0;

const OFFICERS_TOKEN = 'officer'.padEnd(43, '0');

/** The headers of a call by this account, or by the officer. */
export const as = (accountId: number): Record<string, string> =>
  accountId === OFFICER
    ? { cookie: `office=${OFFICERS_TOKEN}` }
    : { authorization: `Bearer ${tokenOf(accountId)}` };

/** The class whose roster the officer reads. */
export const LISTED_CLASS = 'TPE-SWC-001';

const fillOffice = async (client: pg.Client): Promise<void> => {
  await client.query(
    `insert into staff_accounts (email, name, password_hash, created_at) values ('officer@bench.example', '承辦', 'x', now())`,
  );
  await client.query(
    `insert into staff_roles (staff_id, role, organization_id) select id, 'officer', 1 from staff_accounts`,
  );
  await client.query(
    `insert into staff_totp (staff_id, secret, created_at) select id, 'BENCH', now() from staff_accounts`,
  );
  await client.query(
    `insert into staff_sessions (token_hash, staff_id, created_at, last_used_at, expires_at, confirmed_at, address)
     select $1, id, now(), now(), now() + interval '12 hours', now(), '127.0.0.1' from staff_accounts`,
    [hashToken(OFFICERS_TOKEN)],
  );
};

/** Fills an empty, migrated database. Everybody has one password, and a session that the bench makes itself. */
export const fill = async (client: pg.Client, scale: Scale): Promise<void> => {
  for (const statement of statements(scale, await hashPassword(PASSWORD))) await client.query(statement);
  const people = await client.query<{ id: string }>('select id from accounts order by id');
  await client.query(
    `insert into sessions (token_hash, lineage, account_id, created_at, last_used_at, expires_at)
     select hash, hash, id, now(), now(), now() + interval '1 day' from unnest($1::text[], $2::bigint[]) as s (hash, id)`,
    [people.rows.map(({ id }) => hashToken(tokenOf(Number(id)))), people.rows.map(({ id }) => id)],
  );
  await fillOffice(client);
  await client.query('vacuum analyze');
};
