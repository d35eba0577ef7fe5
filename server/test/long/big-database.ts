import type pg from 'pg';

/*
 * The rows of a large portal, and the queries that its servers run all the time.
 */

const PEOPLE = 200_000;
const CLASSES = 20_000;
const SEATS = 20;

const statements = [
  `insert into organizations (id, code, name, position) values (1, 'TPE', '臺北市分會', 1)`,
  `insert into certificate_kinds (id, name, type, years) values (1, '基本救命術訓練證', 'ordinary', 2)`,
  `insert into courses (id, code, chinese_name, certificate_kind_id, hours, position) values (1, 'CPR', '基本救命術訓練', 1, 8, 1)`,
  `insert into accounts (country, passport_no, password_hash, organization_id, chinese_name, english_name, sex, birthday,
      city_id, area_id, address, address_code, email, cell_phone, career_id, education_id, education_status_id, created_at,
      updated_at)
    select 'foreign', 'BULK' || lpad(n::text, 8, '0'), 'x', 1, '學員' || n, 'Trainee', n % 2, '1990-01-01', 1, 1, '範例路', '100',
      'bulk' || n || '@example.com', '0900-000000', 1, 1, 1, now(), now() from generate_series(1, ${PEOPLE}) n`,
  `insert into sessions (token_hash, account_id, lineage, created_at, last_used_at, expires_at)
    select 'token-' || id, id, md5(id::text), now(), now(), now() + interval '24 hours' from accounts`,
  `insert into classes (code, organization_id, course_id, start_time, limit_number, number, place, contact_name,
      contact_phone, personal_allow, group_allow, fee, state, published_at, created_at)
    select 'BULK-' || n, 1, 1, now() + interval '30 days', 2 * ${SEATS}, ${SEATS}, '教室', '承辦', '02-20000000', true, true, 1500, 'published',
      now() - n * interval '1 minute', now() from generate_series(1, ${CLASSES}) n`,
  `insert into registrations (class_id, account_id, state, created_at, updated_at)
    select c, 1 + (c * ${SEATS} + k) % ${PEOPLE}, 'confirmed', now(), now()
    from generate_series(1, ${CLASSES}) c, generate_series(1, ${SEATS}) k`,
  `insert into registration_events (registration_id, at, actor, action, to_state)
    select id, now(), 'account:' || account_id, 'registration.enrol', 'pending' from registrations`,
  `insert into certificates (number, account_id, organization_id, course_id, issued_on, years, end_time, created_at)
    select 'BULK-' || id, id, 1, 1, '2025-01-01', 2, '2026-12-31', now() from accounts`,
  `insert into mails (account_id, recipient, template, data, state, due_at, created_at, sent_at)
    select id, email, 'registered', '{}', 'sent', now(), now(), now() from accounts`,
  'vacuum analyze',
];

/** 200,000 accounts and 400,000 registrations. */
export const fillBig = async (client: pg.Client): Promise<void> => {
  for (const statement of statements) await client.query(statement);
};

const person = () => 1 + Math.floor(Math.random() * PEOPLE);
const trainingClass = () => `BULK-${1 + Math.floor(Math.random() * CLASSES)}`;

const LOOK_UP = `select a.id, a.state from sessions s join accounts a on a.id = s.account_id
  where s.token_hash = $1 and s.expires_at > now()`;

const LIST = `select c.code, c.number, c.limit_number, o.name, t.chinese_name from classes c
  join organizations o on o.id = c.organization_id join courses t on t.id = c.course_id
  where c.published_at is not null order by c.published_at desc, c.id desc limit 20`;

const ENROL = `with open_class as (
    select id from classes where code = $1 and number < limit_number for no key update
  ), seats as (
    insert into registrations (class_id, account_id, state, created_at, updated_at)
    select id, $2, 'pending', now(), now() from open_class
    on conflict (class_id, account_id) where state in ('pending', 'unpaid', 'reported', 'confirmed') do nothing
    returning id, class_id
  ), counted as (
    update classes set number = number + 1 where id = (select class_id from seats)
  )
  insert into registration_events (registration_id, at, actor, action, to_state)
  select id, now(), 'account:' || $2, 'registration.enrol', 'pending' from seats`;

const MAIL = `insert into mails (account_id, recipient, template, data, due_at, created_at)
  values ($1, 'somebody@example.com', 'enrolled', '{}', now() + interval '1 day', now())`;

const calls: Record<string, (pool: pg.Pool) => Promise<unknown>> = {
  'session look-up': (pool) => pool.query(LOOK_UP, [`token-${person()}`]),
  'class list': (pool) => pool.query(LIST),
  enrolment: async (pool) => {
    const client = await pool.connect();
    let isDone = false;
    try {
      await client.query('begin');
      await client.query(ENROL, [trainingClass(), person()]);
      await client.query(MAIL, [person()]);
      await client.query('commit');
      isDone = true;
    } finally {
      client.release(!isDone);
    }
  },
};

export interface Served {
  readonly calls: number;
  /** Failed calls with their reason. */
  readonly failures: string[];
  /** Milliseconds, by call. */
  readonly slowest: Record<string, number>;
}

/** Sends the queries of a server of the old version, ten at a time, until it is stopped. */
export const serveAsBefore = (pool: pg.Pool) => {
  const served = { calls: 0, failures: [] as string[], slowest: {} as Record<string, number> };
  let stopping = false;
  const ask = async (name: string, call: (pool: pg.Pool) => Promise<unknown>) => {
    const asked = performance.now();
    await call(pool).catch((error: Error) => served.failures.push(`${name}: ${error.message}`));
    served.slowest[name] = Math.round(Math.max(served.slowest[name] ?? 0, performance.now() - asked));
    served.calls += 1;
  };
  const work = async () => {
    while (!stopping) for (const [name, call] of Object.entries(calls)) await ask(name, call);
  };
  const all = Promise.all(Array.from({ length: 10 }, work));
  return async (): Promise<Served> => {
    stopping = true;
    await all;
    return served;
  };
};
