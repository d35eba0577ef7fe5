import { type SQL, sql } from 'drizzle-orm';
import { type Check, eventChecks } from '../audit/event-checks.ts';
import { SEAT_STATES, type State } from '../enrolment/states.ts';
import { readConfig } from '../platform/config.ts';
import { connect, type Executor } from '../platform/database/database.ts';
import { openFiles } from '../platform/files/files.ts';
import { checkFiles, FILE_RULES } from './check-files.ts';
import { openDatabase } from './open-database.ts';

export interface Finding {
  readonly rule: string;
  readonly sentence: string;
  /** The first twenty: `class TPE-FA1-001`, `registration 12`. */
  readonly subjects: readonly string[];
}

const inStates = (states: readonly State[]): SQL =>
  sql.raw(`(${states.map((state) => `'${state}'`).join(', ')})`);
const holdingSeat = inStates(SEAT_STATES);

const taipeiDay = (instant: SQL): SQL => sql`(${instant} at time zone 'Asia/Taipei')::date`;

/* Rules that no constraint can express, or whose constraint a restored backup may lack. */
const checks: Record<string, Check> = {
  ...eventChecks,
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
      join classes c on c.id = r.class_id
      where last.to_state is distinct from r.state and not (last.to_state is null and c.imported_at is not null)
      order by r.id`,
  },
  events_follow: {
    sentence: 'Each event of a registration begins where the one before it ended.',
    offenders: sql`
      select distinct 'registration ' || registration_id from (
        select registration_id, from_state,
          lag(to_state) over (partition by registration_id order by id) as before
        from registration_events
      ) e
      join registrations r on r.id = e.registration_id
      join classes c on c.id = r.class_id
      where e.from_state is distinct from e.before and not (e.before is null and c.imported_at is not null)`,
  },
  rejected_says_why: {
    sentence: 'A rejected registration has a reason.',
    offenders: sql`
      select 'registration ' || id from registrations
      where state = 'rejected' and coalesce(reason, '') = '' order by id`,
  },
  open_report_fits: {
    sentence:
      'A reported registration has one open payment report. Another has none, unless it was cancelled before the money came.',
    offenders: sql`
      select 'registration ' || r.id from registrations r
      left join (
        select registration_id, count(*) as open from payment_report_registrations where outcome is null group by 1
      ) c on c.registration_id = r.id
      where case r.state when 'reported' then coalesce(c.open, 0) <> 1 when 'cancelled' then c.open > 1 else c.open > 0 end
      order by r.id`,
  },
  report_fits: {
    sentence: 'A payment report covers registrations, and those of its own group if it has one.',
    offenders: sql`
      select distinct 'report ' || p.id from payment_reports p
      left join payment_report_registrations c on c.report_id = p.id
      left join registrations r on r.id = c.registration_id
      where r.id is null or (p.group_id is not null and r.group_id is distinct from p.group_id)`,
  },
  job_counts_items: {
    sentence: 'The counts of a job are those of its items.',
    offenders: sql`
      select 'job ' || j.id from jobs j
      left join (
        select job_id, count(*) as total, count(*) filter (where state = 'done') as done,
          count(*) filter (where state = 'failed') as failed
        from job_items group by job_id
      ) i on i.job_id = j.id
      where (j.total, j.done, j.failed) is distinct from (i.total, i.done, i.failed)
      order by j.id`,
  },
  line_used_once: {
    sentence:
      'A line of a statement belongs to one live payment at most, of its own account, and is not set aside.',
    offenders: sql`
      select 'line ' || l.id from statement_lines l
      join payment_lines x on x.line_id = l.id and not x.ended
      join payments p on p.id = x.payment_id
      group by l.id
      having count(*) > 1 or l.aside is not null or bool_or(p.bank_account_id is distinct from l.bank_account_id)
      order by l.id`,
  },
  line_knows_its_use: {
    sentence: 'A line of a statement is marked as used exactly while it belongs to a live payment.',
    offenders: sql`
      select 'line ' || l.id from statement_lines l
      left join payment_lines x on x.line_id = l.id and not x.ended
      where l.used <> (x.line_id is not null)
      order by l.id`,
  },
  refund_knows_its_organization: {
    sentence: 'A refund belongs to the organisation of its registration.',
    offenders: sql`
      select 'refund ' || f.id from refunds f join registrations r on r.id = f.registration_id
      where f.organization_id is distinct from r.organization_id
      order by f.id`,
  },
  payment_is_its_lines: {
    sentence: 'A payment by statement is the sum of its lines.',
    offenders: sql`
      select 'payment ' || p.id from payments p
      left join payment_lines x on x.payment_id = p.id
      left join statement_lines l on l.id = x.line_id
      where p.method = 'statement'
      group by p.id having p.amount <> coalesce(sum(l.amount), 0)
      order by p.id`,
  },
  balance_fits_state: {
    sentence: 'An unpaid or reported registration owes something, and every other one owes nothing.',
    offenders: sql`
      select 'registration ' || r.id from registrations r join balances b on b.registration_id = r.id
      where case when r.state in ('unpaid', 'reported') then b.balance <= 0 else b.balance <> 0 end
      order by r.id`,
  },
  refunds_were_received: {
    sentence: 'What is refunded and kept of a registration is not more than was received for it.',
    offenders: sql`
      select 'registration ' || registration_id from balances
      where received - refunded - kept < 0
      order by registration_id`,
  },
  charges_make_fee: {
    sentence:
      'The charges of an approved registration since it was last cancelled make up its fee; without an approval nothing is charged.',
    offenders: sql`
      select 'registration ' || r.id from registrations r
      join balances b on b.registration_id = r.id
      cross join lateral (
        select coalesce(sum(c.amount), 0) as amount from charges c
        where c.registration_id = r.id and c.kind in ('fee', 'move_difference') and c.id > coalesce((
          select max(x.id) from charges x where x.registration_id = r.id and x.kind = 'cancelled'), 0)) charged
      where case when r.state in ('unpaid', 'reported', 'confirmed') then r.fee is distinct from charged.amount
        else b.charged <> b.kept end
      order by r.id`,
  },
  payment_ends_whole: {
    sentence:
      'The lines, allocations and refunds of a payment end with it, and what was waived is owed again.',
    offenders: sql`
      select 'payment ' || p.id from payments p
      where exists (select from payment_lines x
          where x.payment_id = p.id and x.ended <> (p.ended_at is not null))
        or exists (select from allocations x
          where x.payment_id = p.id and x.ended <> (p.ended_at is not null))
        or exists (select from refunds f
          where f.payment_id = p.id and (f.state = 'withdrawn') <> (p.ended_at is not null))
        or p.ended_at is not null
          and (select sum(c.amount) from charges c where c.payment_id = p.id) <> 0
      order by p.id`,
  },
  payment_is_allocated: {
    sentence: 'The allocations of a payment add up to its amount.',
    offenders: sql`
      select 'payment ' || p.id from payments p
      where p.amount <> coalesce((select sum(x.amount) from allocations x where x.payment_id = p.id), 0)
      order by p.id`,
  },
  refund_and_kept_add_up: {
    sentence: 'What a refund is less than it was at first was kept; a withdrawn one keeps nothing.',
    offenders: sql`
      select 'refund ' || f.id from refunds f
      where coalesce((select sum(c.amount) from charges c where c.refund_id = f.id), 0) <> case f.state
        when 'withdrawn' then 0
        when 'waived' then coalesce(f.proposed, f.amount)
        else coalesce(f.proposed, f.amount) - f.amount end
      order by f.id`,
  },
  refunds_within_payment: {
    sentence:
      'The refunds of a payment are of its own registrations, and not more than was allocated to each.',
    offenders: sql`
      select 'refund ' || min(f.id) from refunds f
      left join allocations x on x.payment_id = f.payment_id and x.registration_id = f.registration_id
      where f.payment_id is not null and f.state in ('due', 'paid')
      group by f.payment_id, f.registration_id, x.amount
      having sum(f.amount) > coalesce(x.amount, 0)
      order by 1`,
  },
  confirmed_by_staff: {
    sentence:
      'A registration is complete because staff confirmed its payment, or approved or moved what costs nothing.',
    offenders: sql`
      select 'registration ' || r.id from registrations r
      join classes c on c.id = r.class_id
      where r.state = 'confirmed' and c.imported_at is null and not exists (
        select from registration_events e
        where e.registration_id = r.id and e.to_state = 'confirmed' and e.actor like 'staff:%'
          and (e.action in ('payment.confirm', 'registration.approve')
            or e.action = 'registration.move' and e.from_state = 'unpaid'))
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
    sentence: "Scores are of subjects of the class's course, within their range, and of who has paid.",
    offenders: sql`
      select distinct 'registration ' || r.id from scores s
      join registrations r on r.id = s.registration_id
      join classes c on c.id = r.class_id
      join subjects t on t.id = s.subject_id
      where t.course_id <> c.course_id or s.score > t.full_score or r.state <> 'confirmed'`,
  },
  passed_after_start: {
    sentence: 'A result was recorded after its class had started.',
    offenders: sql`
      select 'registration ' || r.id from registrations r
      join classes c on c.id = r.class_id
      where r.result is not null and r.updated_at < c.start_time
      order by r.id`,
  },
  result_by_staff: {
    sentence: 'A result was recorded by staff.',
    offenders: sql`
      select 'registration ' || r.id from registrations r
      join classes c on c.id = r.class_id
      where r.result is not null and c.imported_at is null and not exists (
        select from registration_events e
        where e.registration_id = r.id and e.action = 'training.result' and e.actor like 'staff:%')
      order by r.id`,
  },
  report_by_payer: {
    sentence: 'A payment was reported by the person whose seat it is, or for a group by one of its managers.',
    offenders: sql`
      select distinct 'report ' || p.id from payment_reports p
      join payment_report_registrations c on c.report_id = p.id
      join registrations r on r.id = c.registration_id
      where p.group_id is null and r.account_id <> p.reported_by
        or p.group_id is not null and not exists (
          select from memberships m
          where m.group_id = p.group_id and m.account_id = p.reported_by and m.role = 'manager')`,
  },
  report_day_possible: {
    sentence: 'A payment was made on the day of its report or in the year before.',
    offenders: sql`
      select 'report ' || id from payment_reports
      where paid_time not between ${taipeiDay(sql`created_at`)} - interval '1 year' and ${taipeiDay(sql`created_at`)}
      order by id`,
  },
  left_after_joining: {
    sentence: 'Nobody left a group before they came.',
    offenders: sql`select 'membership ' || id from memberships where left_at < joined_at order by id`,
  },
  one_request_waits: {
    sentence: 'At most one request for the renewal of a certificate waits, and none once it was replaced.',
    offenders: sql`
      select 'certificate ' || c.number from certificates c
      join renewal_requests q on q.certificate_id = c.id and q.state = 'open'
      group by c.id having count(*) > 1 or c.replaced_by_id is not null
      order by c.id`,
  },
  asked_in_time: {
    sentence:
      'A renewal is asked for a renewable certificate in its last six months, and decided after that.',
    offenders: sql`
      select 'request ' || q.id from renewal_requests q
      join certificates c on c.id = q.certificate_id
      join courses t on t.id = c.course_id
      join certificate_kinds k on k.id = t.certificate_kind_id
      where k.type <> 'coach' or q.decided_at < q.asked_at
        or ${taipeiDay(sql`q.asked_at`)} not between c.end_time - interval '6 months' and c.end_time
      order by q.id`,
  },
  replaced_by_approval: {
    sentence: 'A certificate was renewed exactly where its renewal was approved.',
    offenders: sql`
      select 'certificate ' || c.number from certificates c
      where (c.state = 'renewed') <> exists (
        select from renewal_requests q where q.certificate_id = c.id and q.state = 'approved')
      order by c.id`,
  },
  successor_fits: {
    sentence:
      "What replaced a certificate is the same person's, of the same item, and ends its years later or, after a correction, on the same day.",
    offenders: sql`
      select 'certificate ' || c.number from certificates c
      join certificates n on n.id = c.replaced_by_id
      where (n.account_id, n.organization_id, n.course_id, n.years)
          <> (c.account_id, c.organization_id, c.course_id, c.years)
        or n.end_time <> case c.state when 'corrected' then c.end_time else c.end_time + make_interval(years => c.years) end
      order by c.id`,
  },
  successor_exists: {
    sentence: 'A certificate that was renewed or corrected names its successor.',
    offenders: sql`
      select 'certificate ' || number from certificates
      where state in ('renewed', 'corrected') and replaced_by_id is null
      order by id`,
  },
  register_without_gaps: {
    sentence:
      'The register numbers of an organisation, kind and year count from 1 to the last one, without gaps.',
    offenders: sql`
      select 'register ' || concat_ws('/', organization_id, kind_id, year)
      from register_counters c full join (
        select organization_id, kind_id, year, count(*) as issued, max(serial) as highest
        from certificate_contents group by organization_id, kind_id, year) k using (organization_id, kind_id, year)
      where (c.last, k.issued, k.highest) is distinct from (c.last, c.last, c.last)
      order by 1`,
  },
  session_of_a_day: {
    sentence: 'A session ends a day after it began at the latest, and was not used before it began.',
    offenders: sql`
      select distinct 'account ' || account_id from sessions
      where expires_at > created_at + interval '24 hours' or last_used_at < created_at`,
  },
  one_link_alive: {
    sentence: 'Of the links by which somebody may set a new password one at most is unused.',
    offenders: sql`
      select 'account ' || account_id from password_resets
      group by account_id
      having count(*) filter (where used_at is null) > 1
      order by account_id`,
  },
  mail_was_tried: {
    sentence: 'A mail that was sent or given up was tried.',
    offenders: sql`select 'mail ' || id from mails where state <> 'queued' and attempts = 0 order by id`,
  },
};

/** Reads all tables, so never call it in a request. */
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

const main = async () => {
  const config = readConfig(process.env);
  const database = await openDatabase(config);
  const db = connect(database.url, { max: 1 });
  try {
    // The checks may take any time, because no client waits.
    await db.execute(sql`set statement_timeout = 0`);
    const files = await checkFiles({ db, files: openFiles(config) }, new Date());
    const findings = [...(await checkData(db)), ...files];
    for (const { rule, sentence, subjects } of findings) {
      console.error(`✗ ${rule}: ${sentence}\n  ${subjects.join('\n  ')}`);
    }
    if (findings.length === 0) console.log(`✓ ${Object.keys(checks).length + FILE_RULES} rules hold.`);
    process.exitCode = findings.length === 0 ? 0 : 1;
  } finally {
    await db.$client.end();
    await database.stop();
  }
};

if (import.meta.main) await main();
