import { type SQL, sql } from 'drizzle-orm';
import { HOLDS_SEAT, type State } from './enrolment/states.ts';
import { readConfig } from './platform/config.ts';
import { connect, type Executor } from './platform/database.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from './platform/embedded-postgres.ts';

/** What is not as it must be: the rule, in one sentence, and the rows that break it. */
export interface Finding {
  readonly rule: string;
  readonly sentence: string;
  /** The first twenty, as `class TPE-FA1-001` or `registration 12`. */
  readonly subjects: readonly string[];
}

interface Check {
  readonly sentence: string;
  /** Selects one column: what each row that breaks the rule is called. */
  readonly offenders: SQL;
}

const inStates = (states: readonly State[]): SQL =>
  sql.raw(`(${states.map((state) => `'${state}'`).join(', ')})`);
const holdingSeat = inStates(HOLDS_SEAT);

/* What no constraint can say, and what constraints say already: a restored backup may have lost them. */
const checks: Record<string, Check> = {
  seats_counted: {
    sentence: 'The number of a class is the number of registrations that hold a seat, and within its limit.',
    offenders: sql`
      select 'class ' || c.code from classes c
      left join (
        select class_id, count(*) as held from registrations where state in ${holdingSeat} group by class_id
      ) r on r.class_id = c.id
      where c.number <> coalesce(r.held, 0) or c.number > c.limit_number
      order by c.id`,
  },
  one_seat_each: {
    sentence: 'A person holds at most one seat in a class.',
    offenders: sql`
      select 'account ' || account_id || ' in class ' || class_id from registrations
      where state in ${holdingSeat}
      group by class_id, account_id having count(*) > 1
      order by class_id, account_id`,
  },
  last_event_fits: {
    sentence: 'The last event of a registration leads to the state that it is in.',
    offenders: sql`
      select 'registration ' || r.id from registrations r
      left join lateral (
        select to_state from registration_events e where e.registration_id = r.id order by e.id desc limit 1
      ) last on true
      where last.to_state is distinct from r.state
      order by r.id`,
  },
  events_follow: {
    sentence: 'Each event of a registration begins where the one before it ended.',
    offenders: sql`
      select distinct 'registration ' || registration_id from (
        select registration_id, from_state,
          lag(to_state) over (partition by registration_id order by id) as before
        from registration_events
      ) e where e.from_state is distinct from e.before`,
  },
  refused_says_why: {
    sentence: 'A refused registration has a reason.',
    offenders: sql`
      select 'registration ' || id from registrations
      where state = 'refused' and coalesce(reason, '') = '' order by id`,
  },
  reported_has_report: {
    sentence: 'A registration whose payment is reported has a report.',
    offenders: sql`
      select 'registration ' || r.id from registrations r
      where r.state = 'reported' and not exists (
        select from payment_report_registrations c where c.registration_id = r.id)
      order by r.id`,
  },
  report_fits: {
    sentence: 'A payment report covers registrations of its own class, and of its own group if it has one.',
    offenders: sql`
      select distinct 'report ' || p.id from payment_reports p
      left join payment_report_registrations c on c.report_id = p.id
      left join registrations r on r.id = c.registration_id
      where r.id is null or r.class_id <> p.class_id or (p.group_id is not null and r.group_id is distinct from p.group_id)`,
  },
  confirmed_by_staff: {
    sentence:
      'A registration is complete because staff confirmed its payment, or approved what costs nothing.',
    offenders: sql`
      select 'registration ' || r.id from registrations r
      where r.state = 'confirmed' and not exists (
        select from registration_events e
        where e.registration_id = r.id and e.to_state = 'confirmed' and e.actor like 'staff:%'
          and e.action in ('payment.confirm', 'registration.approve'))
      order by r.id`,
  },
  group_seat_of_member: {
    sentence: 'A seat that was taken through a group belongs to somebody who is or was in it.',
    offenders: sql`
      select 'registration ' || r.id from registrations r
      where r.group_id is not null and not exists (
        select from memberships m where m.group_id = r.group_id and m.account_id = r.account_id)
      order by r.id`,
  },
  reserved_for_group: {
    sentence: 'In a class that is reserved for a group all seats were taken through it.',
    offenders: sql`
      select 'registration ' || r.id from registrations r
      join classes c on c.id = r.class_id
      where c.group_id is not null and r.group_id is distinct from c.group_id and r.state in ${holdingSeat}
      order by r.id`,
  },
  scores_fit: {
    sentence: "Scores are of subjects of the class's training item, within their range, and of who has paid.",
    offenders: sql`
      select distinct 'registration ' || r.id from scores s
      join registrations r on r.id = s.registration_id
      join classes c on c.id = r.class_id
      join subjects t on t.id = s.subject_id
      where t.train_class_id <> c.train_class_id or s.score > t.full_score or r.state <> 'confirmed'`,
  },
  passed_after_start: {
    sentence: 'A result was recorded after its class had started.',
    offenders: sql`
      select 'registration ' || r.id from registrations r
      join classes c on c.id = r.class_id
      where r.result is not null and r.updated_at < c.start_time
      order by r.id`,
  },
};

/** All rules that the data breaks; none is what should come back. Reads everything: not for a request. */
export const checkData = async (db: Executor): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for (const [rule, { sentence, offenders }] of Object.entries(checks)) {
    const { rows } = await db.execute<{ subject: string }>(
      sql`select subject from (${offenders}) as offenders (subject) limit 20`,
    );
    if (rows.length > 0) findings.push({ rule, sentence, subjects: rows.map(({ subject }) => subject) });
  }
  return findings;
};

/** The database that the configuration names, running or not. */
const openDatabase = async (): Promise<{ url: string; stop(): Promise<void> }> => {
  const { databaseUrl, dataDir } = readConfig(process.env);
  const running = databaseUrl ?? (await findEmbeddedPostgres(dataDir));
  return running ? { url: running, stop: async () => {} } : startEmbeddedPostgres({ dataDir });
};

const main = async () => {
  const database = await openDatabase();
  const db = connect(database.url, { max: 1 });
  try {
    const findings = await checkData(db);
    for (const { rule, sentence, subjects } of findings) {
      console.error(`✗ ${rule}: ${sentence}\n  ${subjects.join('\n  ')}`);
    }
    if (findings.length === 0) console.log(`✓ ${Object.keys(checks).length} rules hold.`);
    process.exitCode = findings.length === 0 ? 0 : 1;
  } finally {
    await db.$client.end();
    await database.stop();
  }
};

if (import.meta.main) await main();
