import { sql } from 'drizzle-orm';
import { accounts } from '../../accounts/tables.ts';
import { auditEvents } from '../../audit/tables.ts';
import { certificateKinds, courses } from '../../catalogue/tables.ts';
import { classes } from '../../classes/tables.ts';
import { registrations, seatStates } from '../../enrolment/tables.ts';
import { memberships } from '../../groups/tables.ts';
import type { Executor } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { certificateNeeds, certificates, renewalRequests } from '../tables.ts';

/** Of one kind: the kind, the last valid day, the first day of the class with a seat, whether a renewal is asked for. */
type HeldCell = readonly [
  kindId: number,
  until: string | null,
  enrolledFrom: string | null,
  renewalAsked: boolean,
];

interface MatrixRow {
  readonly version: number;
  readonly kinds: readonly { readonly id: number; readonly name: string; readonly count: number }[];
  readonly people: readonly {
    readonly id: number;
    readonly name: string | null;
    readonly role: 'manager' | 'member';
    readonly held: readonly HeldCell[];
  }[];
}

/** Who passed this many days ago without a certificate does not wait for it: as on the desk (`desk/waiting.ts`). */
const WAITING_DAYS = sql.raw('180');

const { placeholder } = sql;
const groupId = sql`${placeholder('groupId')}::bigint`;
const accountId = sql`${placeholder('accountId')}::bigint`;
const now = sql`${placeholder('now')}::timestamptz`;

/**
 * A seat in a class that has not ended. After its end, only of those who take part until the certificate is issued or the
 * result is a failure.
 */
const leadsToCertificate = sql`r.state in ${seatStates} and r.result is distinct from 2 and c.state <> 'cancelled'
  and (
    coalesce(c.end_time, c.start_time) >= ${now}
    or r.state = 'confirmed' and coalesce(c.end_time, c.start_time) >= ${now} - interval '${WAITING_DAYS} days'
  )
  and not exists (select from ${certificates} i where i.registration_id = r.id)`;

/**
 * One statement, so that needs, version and people are of one moment. Only needed kinds and current people are read;
 * `account_id` narrows it to one person.
 */
const matrix = statement<{ matrix: MatrixRow }>(
  'group_certificates',
  sql`
    with needed as (
      select n.kind_id, k.name, n.count
      from ${certificateNeeds} n join ${certificateKinds} k on k.id = n.kind_id
      where n.group_id = ${groupId}
    ), people as (
      select m.id, m.account_id, m.role, a.chinese_name
      from ${memberships} m join ${accounts} a on a.id = m.account_id
      where m.group_id = ${groupId} and m.left_at is null and (${accountId} is null or m.account_id = ${accountId})
    ), seats as (
      select r.account_id, o.certificate_kind_id as kind_id,
        (min(c.start_time) at time zone 'Asia/Taipei')::date as enrolled_from
      from people p
      join ${registrations} r on r.account_id = p.account_id
      join ${classes} c on c.id = r.class_id
      join ${courses} o on o.id = c.course_id
      where o.certificate_kind_id in (select kind_id from needed) and ${leadsToCertificate}
      group by r.account_id, o.certificate_kind_id
    ), held as (
      select c.account_id, c.kind_id, c.end_time,
        exists (select from ${renewalRequests} q where q.certificate_id = c.id and q.state = 'open') as asked
      from people p
      join ${certificates} c on c.account_id = p.account_id and c.state = 'valid'
      where c.kind_id in (select kind_id from needed)
    ), cells as (
      select p.id, json_agg(
        json_build_array(n.kind_id, h.end_time, s.enrolled_from, coalesce(h.asked, false)) order by n.kind_id) as held
      from people p
      cross join needed n
      left join held h on h.account_id = p.account_id and h.kind_id = n.kind_id
      left join seats s on s.account_id = p.account_id and s.kind_id = n.kind_id
      group by p.id
    )
    select json_build_object(
      'version', (
        select coalesce(max(e.id), 0) from ${auditEvents} e
        where e.subject = 'group' and e.subject_id = ${groupId} and e.action = 'group.set_needs'),
      'kinds', (
        select coalesce(json_agg(json_build_object('id', n.kind_id, 'name', n.name, 'count', n.count)
          order by n.kind_id), '[]') from needed n),
      'people', (
        select coalesce(json_agg(json_build_object(
          'id', p.account_id, 'name', p.chinese_name, 'role', p.role, 'held', x.held)
          order by p.role, p.id), '[]') from people p join cells x on x.id = p.id)
    ) as matrix`,
);

export type Matrix = MatrixRow;

const findMatrixOf = async (
  db: Executor,
  wanted: { groupId: number; accountId: number | null },
  at: Date,
): Promise<Matrix> => {
  const [found] = await matrix(db, { ...wanted, now: at });
  if (!found) throw new Error('the statement gave no row');
  return found.matrix;
};

/** All current people of the group with their certificates of the needed kinds. Managers come first. */
export const findMatrix = (db: Executor, wantedGroup: number, at: Date): Promise<Matrix> =>
  findMatrixOf(db, { groupId: wantedGroup, accountId: null }, at);

/** Of one person. There are no people if the person has left. */
export const findOwnMatrix = (
  db: Executor,
  wanted: { groupId: number; accountId: number },
  at: Date,
): Promise<Matrix> => findMatrixOf(db, wanted, at);
