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
import type { HeldFacts } from './rules.ts';

interface FoundPerson {
  readonly id: number;
  readonly name: string | null;
  readonly role: 'manager' | 'member';
  /** The certificates that count: kind, last valid day, whether a renewal is asked for. */
  readonly certificates: readonly (readonly [kindId: number, until: string, renewalAsked: boolean])[];
  /** The seats: kind, first day of the class. */
  readonly seats: readonly (readonly [kindId: number, from: string])[];
}

interface FoundMatrix {
  readonly version: number;
  readonly kinds: readonly { readonly id: number; readonly name: string; readonly count: number }[];
  readonly people: readonly FoundPerson[];
}

/** A person who passed longer ago without a certificate does not count as waiting: as on the desk (`desk/waiting.ts`). */
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
const matrix = statement<{ matrix: FoundMatrix }>(
  'group_certificates',
  sql`
    with needed as (
      select n.kind_id, k.name, n.count
      from ${certificateNeeds} n join ${certificateKinds} k on k.id = n.kind_id
      where n.group_id = ${groupId}
    ), people as (
      select m.id, m.role, a.id as account_id, a.chinese_name, (
          select coalesce(json_agg(json_build_array(c.kind_id, c.end_time, exists (
            select from ${renewalRequests} q where q.certificate_id = c.id and q.state = 'open'))), '[]')
          from ${certificates} c
          where c.account_id = a.id and c.state = 'valid' and c.kind_id in (select kind_id from needed)
        ) as certificates, (
          select coalesce(json_agg(json_build_array(s.kind_id, s.enrolled_from)), '[]') from (
            select o.certificate_kind_id as kind_id,
              (min(c.start_time) at time zone 'Asia/Taipei')::date as enrolled_from
            from ${registrations} r
            join ${classes} c on c.id = r.class_id
            join ${courses} o on o.id = c.course_id
            where r.account_id = a.id and o.certificate_kind_id in (select kind_id from needed)
              and ${leadsToCertificate}
            group by o.certificate_kind_id
          ) s
        ) as seats
      from ${memberships} m join ${accounts} a on a.id = m.account_id
      where m.group_id = ${groupId} and m.left_at is null and (${accountId} is null or m.account_id = ${accountId})
        and exists (select from needed)
    )
    select json_build_object(
      'version', (
        select coalesce(max(e.id), 0) from ${auditEvents} e
        where e.subject = 'group' and e.subject_id = ${groupId} and e.action = 'group.set_needs'),
      'kinds', (
        select coalesce(json_agg(json_build_object('id', n.kind_id, 'name', n.name, 'count', n.count)
          order by n.kind_id), '[]') from needed n),
      'people', (
        select coalesce(json_agg(json_build_object('id', p.account_id, 'name', p.chinese_name, 'role', p.role,
          'certificates', p.certificates, 'seats', p.seats) order by p.role, p.id), '[]') from people p)
    ) as matrix`,
);

export interface Matrix extends Omit<FoundMatrix, 'people'> {
  readonly people: readonly (Omit<FoundPerson, 'certificates' | 'seats'> & {
    /** In the order of `kinds`. */
    readonly held: readonly HeldFacts[];
  })[];
}

const withHeld = ({ version, kinds, people }: FoundMatrix): Matrix => ({
  version,
  kinds,
  people: people.map(({ id, name, role, certificates: held, seats }) => {
    const certificateOf = new Map(held.map((each) => [each[0], each]));
    const seatOf = new Map(seats);
    const factsOf = (kindId: number): HeldFacts => {
      const [, until = null, renewalAsked = false] = certificateOf.get(kindId) ?? [];
      return { until, enrolledFrom: seatOf.get(kindId) ?? null, renewalAsked };
    };
    return { id, name, role, held: kinds.map((kind) => factsOf(kind.id)) };
  }),
});

const findMatrixOf = async (
  db: Executor,
  wanted: { groupId: number; accountId: number | null },
  at: Date,
): Promise<Matrix> => {
  const [found] = await matrix(db, { ...wanted, now: at });
  if (!found) throw new Error('the statement gave no row');
  return withHeld(found.matrix);
};

/** All current people of the group with their certificates of the needed kinds. Managers come first; nobody without needs. */
export const findMatrix = (db: Executor, wantedGroup: number, at: Date): Promise<Matrix> =>
  findMatrixOf(db, { groupId: wantedGroup, accountId: null }, at);

/** The matrix of one person; without people if the person has left the group. */
export const findOwnMatrix = (
  db: Executor,
  wanted: { groupId: number; accountId: number },
  at: Date,
): Promise<Matrix> => findMatrixOf(db, wanted, at);
