import { sql } from 'drizzle-orm';
import { connect, type Database } from '../../src/platform/database/database.ts';
import { NOW, openTestPortal, type TestPortal } from '../app.ts';
import { shareTemplate } from '../database.ts';
import { buildCourse, buildOrganization } from '../factories/catalogue.ts';

/** Numbers of people, classes and groups; their dependants are as many or twice as many. */
const MANY_PEOPLE = 12_000;
const FEW_PEOPLE = 600;

/** One of so many mails about registrations came back: some pages of them, whatever the number of rows. */
const mailsForOneReturned = (rows: number) => sql.raw(String(rows / 120));

/** Inserts rows into each table of an empty database. None of them is due or open at `now`. */
const statements = (now: Date, rows: number, size = sql.raw(String(rows))) => [
  sql`insert into accounts (country, passport_no, password_hash, organization_id, chinese_name, english_name, sex, birthday,
      city_id, area_id, address, address_code, email, email_confirmed_at, cell_phone, career_id, education_id, education_status_id, photo_key,
      created_at, updated_at)
    select 'foreign', 'BULK' || lpad(n::text, 8, '0'), 'x', organizations.id, '學員' || n, 'Trainee', n % 2, '1990-01-01', 1, 1, '範例路', '100',
      'bulk' || n || '@example.com', ${now}, '0900-000000', 1, 1, 1, 'photo-' || n, ${now}, ${now}
    from organizations, generate_series(1, ${size}) n`,
  sql`insert into sessions (token_hash, lineage, account_id, created_at, last_used_at, expires_at)
    select 'bulk-' || id, 'bulk-' || id, id, ${now}, ${now}, ${now}::timestamptz + interval '1 day' from accounts`,
  sql`insert into known_addresses (account_id, address, last_used_at) select id, '203.0.113.' || id % 250, ${now} from accounts`,
  sql`insert into registration_attempts (network, at)
    select '203.0.113.' || id % 250, ${now}::timestamptz - id * interval '1 second' from accounts`,
  sql`insert into password_resets (token_hash, account_id, created_at, expires_at)
    select 'bulk-' || id, id, ${now}, ${now}::timestamptz + interval '1 hour' from accounts`,
  sql`insert into sign_in_attempts (account_hash, address, at)
    select 'bulk-' || id, '203.0.113.' || id % 250, ${now}::timestamptz - id * interval '1 second' from accounts`,
  sql`insert into groups (code, name, created_at) select 'BULK-' || n, '團體' || n, ${now} from generate_series(1, ${size}) n`,
  sql`insert into memberships (group_id, account_id, role, joined_at)
    select g.id, 1 + (g.id + k) % ${size}, case k when 0 then 'manager' else 'member' end, ${now}
    from groups g, generate_series(0, 1) k`,
  sql`insert into classes (code, organization_id, course_id, start_time, limit_number, number, place, contact_name,
      contact_phone, personal_allow, group_allow, fee, published_at, state, created_at)
    select 'BULK-' || n, organizations.id, courses.id,
      ${now}::timestamptz + (case when n % 10 < 7 then 1 else -1 end) * (n % 300 + 1) * interval '1 day', 20, 2,
      '教室', '承辦', '02-20000000', true, true, 1500, ${now}::timestamptz - n * interval '1 minute', 'published', ${now}
    from organizations, courses, generate_series(1, ${size}) n`,
  sql`insert into attachments (class_id, src, file_key, name, extension, position)
    select id, 'bulk-' || id, 'attachments/bulk-' || id, '簡章', 'pdf', 1 from classes`,
  sql`insert into registrations (class_id, account_id, group_id, state, created_at, updated_at)
    select c.id, 1 + (c.id + k) % ${size}, case k when 0 then c.id end,
      (array['unpaid', 'reported', 'confirmed', 'confirmed'])[1 + c.id % 4], c.created_at, c.created_at
    from classes c, generate_series(0, 1) k`,
  sql`insert into charges (registration_id, kind, amount, created_by, created_at)
    select id, 'fee', 1500, 'system', created_at from registrations`,
  sql`insert into registration_events (registration_id, at, actor, action, to_state)
    select id, created_at, 'account:' || account_id, 'registration.enrol', state from registrations`,
  sql`insert into payment_reports (class_id, reported_by, group_id, paid_time, last_five, paid_money, paid_name, created_at)
    select class_id, account_id, group_id, '2026-11-01', '00042', 1500, '王小明', ${now} from registrations`,
  sql`insert into payment_report_registrations (report_id, registration_id, outcome)
    select p.id, r.id, case r.state when 'confirmed' then 'received' when 'unpaid' then 'not_received' end
    from payment_reports p
    join registrations r on r.class_id = p.class_id and r.account_id = p.reported_by`,
  sql`insert into scores (registration_id, subject_id, score, recorded_at)
    select r.id, s.id, 80, ${now} from registrations r, subjects s where r.state = 'confirmed'`,
  sql`insert into certificates (number, account_id, organization_id, course_id, issued_on, years, end_time, created_at)
    select 'BULK-' || a.id, a.id, o.id, t.id, '2024-01-01', 3, '2026-12-31', ${now}
    from accounts a, organizations o, courses t on conflict do nothing`,
  // Few wait at once.
  sql`insert into renewal_requests (certificate_id, asked_at, state, decided_at)
    select id, ${now}::timestamptz - id * interval '1 second',
      case when id % 100 = 0 then 'open' else 'rejected' end, case when id % 100 <> 0 then ${now}::timestamptz end
    from certificates`,
  // SMTP is away for a while: many mails wait.
  sql`insert into mails (account_id, recipient, template, data, state, due_at, created_at, sent_at)
    select id, email, 'registered', '{"name": "學員"}', case when queued then 'queued' else 'sent' end, ${now},
      ${now}::timestamptz - id * interval '1 second',
      case when not queued then ${now}::timestamptz end
    from (select id, email, id % 4 = 0 as queued from accounts) people`,
  sql`insert into mails (account_id, recipient, template, data, state, due_at, created_at, sent_at)
    select r.account_id, 'bulk@example.com', 'enrolled', jsonb_build_object('code', c.code),
      case when r.id % ${mailsForOneReturned(rows)} = 0 then 'undeliverable' else 'sent' end, ${now}, r.created_at,
      case when r.id % ${mailsForOneReturned(rows)} <> 0 then ${now}::timestamptz end
    from registrations r join classes c on c.id = r.class_id where r.id % 2 = 0`,
  sql`insert into idempotency_keys (owner, key, route, body_hash, answer, created_at)
    select 'account:' || id, 'bulk', '/api/class/personal/create', 'x', '{}', ${now} from accounts`,
  sql`insert into audit_events (at, actor, action, subject, subject_id)
    select ${now}, 'staff:1', 'registration.approve', 'registration', id from registrations`,
];

/** Above all serial numbers of the factories: the test files of other workers add their rows to a copy. */
const FILLED_ID = 1_000_000;

/** Fills an empty database, and lets PostgreSQL count the rows. */
const fill = async (db: Database, now: Date, rows: number): Promise<void> => {
  await buildOrganization(db, { id: FILLED_ID });
  await buildCourse(db, { id: FILLED_ID });
  for (const statement of statements(now, rows)) await db.execute(statement);
  await db.execute(sql`vacuum analyze`);
};

/** Does the work on a connection of its own without the usual time limits. */
export const onUnlimitedConnection = async (url: string, work: (db: Database) => Promise<void>) => {
  const db = connect(url, { max: 1, timeout: 300_000 });
  try {
    await db.execute(sql`set statement_timeout = 0`);
    await work(db);
  } finally {
    await db.$client.end();
  }
};

/** Milliseconds that a test file may wait for the filled portal. */
export const FILLING = 240_000;

const openPortalWith = async (
  rows: number,
  environment: Record<string, string> = {},
): Promise<TestPortal> => {
  const template = await shareTemplate(`filled_${rows}`, (url) =>
    onUnlimitedConnection(url, (db) => fill(db, NOW, rows)),
  );
  return openTestPortal(environment, { template });
};

/** Opens a portal with more than 10,000 rows in each table that grows. It is filled once for all test files. */
export const openFilledPortal = (environment: Record<string, string> = {}) =>
  openPortalWith(MANY_PEOPLE, environment);

/** Opens a portal with some pages of everything: it sends the same statements as a filled one, at a fraction of the cost. */
export const openSmallPortal = () => openPortalWith(FEW_PEOPLE);
