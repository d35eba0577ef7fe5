import { type SQL, sql } from 'drizzle-orm';
import { survivorOf } from '../../accounts/merging/survivor.ts';
import { accounts } from '../../accounts/tables.ts';
import { auditEvents, eventPeople } from '../../audit/tables.ts';
import { certificates, renewalRequests } from '../../certificates/tables.ts';
import { registrations } from '../../enrolment/tables.ts';
import { LOOKS } from '../looks/find-looks.ts';

export interface Selection {
  /** Null: people of every organisation. */
  readonly organizationId: number | null;
  readonly from: Date;
  readonly until: Date;
  readonly staffId: number | null;
  readonly sessionId: number | null;
  readonly eventId: number | null;
}

const fits = (column: SQL, value: number | string | null): SQL =>
  value === null ? sql`` : sql` and ${column} = ${value}`;

/** `chosen`: the events of staff that show people or hand them out, and fit; `affected`: the people of each, by the
 * accounts that theirs were merged into. */
export const affectedPeople = (selection: Selection): SQL => {
  const { organizationId, from, until, staffId, sessionId, eventId } = selection;
  return sql`
    chosen as (
      select e.id, e.at, e.actor, e.action, e.subject, e.subject_id, e.session_id, e.after,
        exists (select from ${eventPeople} p where p.event_id = e.id) as "isFile"
      from ${auditEvents} e
      where e.actor not like 'account:%' and e.actor <> 'system' and e.at >= ${from} and e.at <= ${until}
        ${fits(sql`e.actor`, staffId === null ? null : `staff:${staffId}`)}
        ${fits(sql`e.session_id`, sessionId)} ${fits(sql`e.id`, eventId)}
        and (e.action = any(${sql.param([...LOOKS])}::text[])
          or exists (select from ${eventPeople} p where p.event_id = e.id))
    ), named as (
      select c.id, c.subject_id as account_id from chosen c where c.subject = 'account'
      union all select c.id, r.account_id from chosen c join ${registrations} r on r.id = c.subject_id
        where c.subject = 'registration'
      union all select c.id, x.account_id from chosen c join ${certificates} x on x.id = c.subject_id
        where c.subject = 'certificate'
      union all select c.id, x.account_id from chosen c join ${renewalRequests} q on q.id = c.subject_id
        join ${certificates} x on x.id = q.certificate_id where c.subject = 'renewal_request'
      union all select p.event_id, unnest(p.account_ids) from ${eventPeople} p
        where p.event_id in (select c.id from chosen c where c."isFile")
    ), affected as (
      select distinct n.id, a.id as account_id from named n
      join ${accounts} a on a.id = ${survivorOf(sql`n.account_id`)}
      where a.erased_at is null ${fits(sql`a.organization_id`, organizationId)}
    )`;
};
