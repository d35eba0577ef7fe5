import { sql } from 'drizzle-orm';
import type { Database } from '../../src/platform/database/database.ts';

/* Adds payments to the database of `fill.ts`, few of them open, and then those of further years. */

/** Waiting reports and lines without payment. Their number does not grow with the years. */
const open = [
  sql`update registrations set state = 'confirmed' where state = 'reported' and class_id % 100 <> 1`,
  sql`update payment_report_registrations x set outcome = 'received'
    from registrations r where r.id = x.registration_id and r.state = 'confirmed'`,
  sql`update registrations set payment_due = '2026-11-01'::date + (id % 60)::int where state = 'unpaid'`,
  sql`update payment_reports set last_five = lpad((id * 7919 % 100000)::text, 5, '0')`,
  sql`insert into bank_accounts (organization_id, bank, holder, number)
    select id, '海嶼商業銀行', '協會', '000-00-000000-0' from organizations`,
  sql`insert into statements (bank_account_id, file_name, sha256, imported_by, imported_at, added, known)
    select id, 'a.csv', repeat('0', 64), 'staff:1', '2026-11-30', 1, 0 from bank_accounts`,
  sql`insert into statement_lines (statement_id, bank_account_id, row, day, amount, digits, name, fingerprint)
    select s.id, s.bank_account_id, n, '2026-11-30'::date - n % 10, 1500, lpad((n * 331 % 100000)::text, 5, '0'),
      '學員' || n, encode(sha256(('open' || n)::bytea), 'hex')
    from statements s, generate_series(1, 300) n`,
];

/** Payments and lines get the id of their registration plus this, which is above all ids that `open` uses. */
const FROM = 1_000_000;

/** Sixty payments a day, each with a line. One in a hundred has become a refund, one in a hundred is undone. */
const settled = [
  sql`insert into payments (id, organization_id, bank_account_id, kind, method, amount, received_on, created_by,
      created_at, ended_at, ended_by, end_reason)
    overriding system value
    select ${FROM} + r.id, r.organization_id, b.id, 'full', 'statement', 1500, '2026-11-30'::date - (r.id / 60)::int, 'staff:1',
      '2026-11-30'::date - r.id * interval '20 minutes', case when r.id % 101 = 0 then now() end,
      case when r.id % 101 = 0 then 'staff:1' end, case when r.id % 101 = 0 then '誤認' end
    from registrations r join bank_accounts b on b.organization_id = r.organization_id
    where r.state = 'confirmed' on conflict do nothing`,
  sql`insert into statement_lines (id, statement_id, bank_account_id, row, day, amount, digits, name, fingerprint)
    overriding system value
    select p.id, s.id, s.bank_account_id, 1, p.received_on, p.amount, lpad((p.id * 7919 % 100000)::text, 5, '0'),
      '學員' || p.id % 12000, encode(sha256(p.id::text::bytea), 'hex')
    from payments p join statements s on s.bank_account_id = p.bank_account_id
    where p.ended_at is null on conflict do nothing`,
  sql`insert into payment_lines (payment_id, line_id)
    select id, id from payments where ended_at is null on conflict do nothing`,
  sql`insert into charges (registration_id, kind, amount, created_by, created_at)
    select r.id, 'fee', 1500, 'system', r.created_at from registrations r
    where r.state <> 'pending' and not exists (select from charges c where c.registration_id = r.id)`,
  sql`insert into allocations (payment_id, registration_id, amount, ended)
    select id, id - ${FROM}, amount, ended_at is not null from payments on conflict do nothing`,
  sql`insert into refunds (id, registration_id, amount, reason, created_by, created_at, state,
      settled_by, settled_at, paid_on)
    overriding system value
    select id, id - ${FROM}, 1500, '停開', 'staff:1', created_at, 'paid', 'staff:1', created_at, received_on
    from payments where id % 100 = 2 and ended_at is null on conflict do nothing`,
  sql`insert into mails (account_id, recipient, template, data, state, due_at, created_at, sent_at, handled_at, handled_by)
    select r.account_id, 'bulk@example.com', 'confirmed', jsonb_build_object('code', c.code),
      case when r.id % 100 = 3 then 'undeliverable' else 'sent' end, p.created_at, p.created_at,
      case when r.id % 100 <> 3 then p.created_at end, case when r.id % 100 = 3 then now() end,
      case when r.id % 100 = 3 then 'staff:1' end
    from payments p join registrations r on r.id = p.id - ${FROM} join classes c on c.id = r.class_id
    where not exists (select from mails m where m.account_id = r.account_id and m.class_id = r.class_id)`,
];

const due = sql`insert into refunds (registration_id, amount, reason, created_by, created_at)
  select x.registration_id, 1500, '停開', 'staff:1', p.created_at from payments p
  join allocations x on x.payment_id = p.id and not x.ended where x.registration_id % 200 = 1`;

/** Open lines, reports and refunds, and payments for the confirmed registrations of `fill`. */
export const fillMoney = async (db: Database): Promise<void> => {
  for (const statement of [...open, ...settled, due]) await db.execute(statement);
  await db.execute(sql`vacuum analyze`);
};

/** Lets as many reports wait as before, now those of the newest registrations. All earlier ones are decided. */
const reports = [
  sql`insert into payment_reports (class_id, reported_by, paid_time, last_five, paid_money, paid_name, created_at)
    select class_id, account_id, '2026-11-01', '00042', 1500, '王小明', created_at from registrations r
    where not exists (select from payment_report_registrations x where x.registration_id = r.id)`,
  sql`insert into payment_report_registrations (report_id, registration_id, outcome)
    select p.id, r.id, 'received' from payment_reports p
    join registrations r on r.class_id = p.class_id and r.account_id = p.reported_by
    where not exists (select from payment_report_registrations x where x.report_id = p.id)`,
  sql`update payment_report_registrations x set outcome = case when newest.id is null then 'received' end
    from registrations r left join (select id from registrations order by id desc
      limit (select count(*) from registrations where state = 'reported')) newest on newest.id = r.id
    where r.id = x.registration_id and (x.outcome is null or newest.id is not null)`,
  sql`update registrations r set state = case when x.outcome is null then 'reported' else 'confirmed' end
    from payment_report_registrations x
    where x.registration_id = r.id and (r.state = 'reported' or x.outcome is null)`,
];

/** Confirmed and paid registrations of years: as many more for each class. */
export const addYears = async (db: Database, each: number): Promise<void> => {
  await db.execute(sql`
    insert into registrations (class_id, account_id, state, created_at, updated_at)
    select c.id, 1 + (c.id + k) % 12000, 'confirmed', c.created_at - c.id * interval '1 minute', c.created_at
    from classes c, generate_series(2, ${each + 1}::int) k on conflict do nothing`);
  for (const statement of [...reports, ...settled]) await db.execute(statement);
  await db.execute(sql`vacuum analyze`);
};
