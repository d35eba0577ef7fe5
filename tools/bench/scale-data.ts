import type pg from 'pg';
import { fill, type Scale } from './data.ts';

/* What a large association has beside the data of the other benches: its events, payments, reports and mails. */

/** Of each person, beside the events of the registrations. */
const EVENTS_EACH = 4;

/** Their triggers ask row by row for what the statements below give or keep themselves. */
const TRIGGERED = ['charges', 'allocations', 'registrations', 'certificates', 'memberships', 'accounts'];

const statements: readonly string[] = [
  `insert into staff_roles (staff_id, role, organization_id)
   select id, role, null from staff_accounts, unnest(array['officer', 'cashier', 'auditor']) role`,
  `insert into registration_events (registration_id, at, actor, action, from_state, to_state, organization_id)
   select id, created_at + interval '1 hour', 'staff:1', 'registration.approve', 'pending', 'unpaid', organization_id
   from registrations where state in ('unpaid', 'reported', 'confirmed')`,
  `insert into registration_events (registration_id, at, actor, action, from_state, to_state, organization_id)
   select id, created_at + interval '1 day', 'account:' || account_id, 'payment.report', 'unpaid', 'reported', organization_id
   from registrations where state in ('reported', 'confirmed')`,
  `insert into registration_events (registration_id, at, actor, action, from_state, to_state, organization_id)
   select id, created_at + interval '2 days', 'staff:1', 'payment.confirm', 'reported', 'confirmed', organization_id
   from registrations where state = 'confirmed'`,
  `insert into audit_events (at, actor, action, subject, subject_id, organization_id, before, after)
   select now() - (a.id * ${EVENTS_EACH} + k) * interval '10 seconds',
     case when k = 0 then 'account:' || a.id else 'staff:1' end,
     (array['account.update', 'account.edit', 'account.resume', 'account.end_sessions'])[1 + k], 'account', a.id, a.organization_id,
     '{"address": "範例路"}', '{"address": "新範例路"}'
   from accounts a, generate_series(0, ${EVENTS_EACH - 1}) k`,
  `insert into payments (id, organization_id, kind, method, amount, received_on, created_by, created_at) overriding system value
   select id, organization_id, 'full', (array['statement', 'cash', 'counter'])[1 + id % 3], 1500, created_at::date, 'staff:1',
     created_at + interval '2 days'
   from registrations where state = 'confirmed'`,
  `select setval(pg_get_serial_sequence('payments', 'id'), (select max(id) from payments))`,
  `insert into allocations (payment_id, registration_id, amount) select id, id, amount from payments`,
  `insert into payment_reports (class_id, reported_by, paid_time, last_five, paid_money, paid_name, created_at)
   select class_id, account_id, created_at::date, lpad((id % 100000)::text, 5, '0'), 1500, '王小明', created_at + interval '1 day'
   from registrations where state = 'reported'`,
  `insert into payment_report_registrations (report_id, registration_id)
   select p.id, r.id from payment_reports p join registrations r on r.class_id = p.class_id and r.account_id = p.reported_by`,
  `insert into mails (account_id, recipient, template, data, state, due_at, created_at, sent_at, class_id, organization_id)
   select account_id, 'bench' || account_id || '@example.com', 'enrolled', jsonb_build_object('code', c.code), 'sent',
     r.created_at, r.created_at, r.created_at, class_id, r.organization_id
   from registrations r join classes c on c.id = class_id`,
];

interface Index {
  readonly name: string;
  readonly definition: string;
}

/** Those that no constraint needs, of all tables: built at the end, which is a multiple faster than row by row. */
const secondaryIndexes = async (client: pg.Client): Promise<Index[]> => {
  const { rows } = await client.query<Index>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = 'public'::regnamespace and not i.indisunique`,
  );
  return rows;
};

/** Fills an empty, migrated database as its owner. */
export const fillAssociation = async (client: pg.Client, scale: Scale): Promise<void> => {
  await client.query(
    `set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB'`,
  );
  const indexes = await secondaryIndexes(client);
  for (const { name } of indexes) await client.query(`drop index "${name}"`);
  for (const table of TRIGGERED) await client.query(`alter table ${table} disable trigger user`);
  await fill(client, scale);
  for (const statement of statements) await client.query(statement);
  for (const table of TRIGGERED) await client.query(`alter table ${table} enable trigger user`);
  for (const { definition } of indexes) await client.query(definition);
  await client.query('analyze');
};
