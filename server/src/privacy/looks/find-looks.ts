import type { Action } from '@portal/contract/office/audit';
import { sql } from 'drizzle-orm';
import { mergedParts } from '../../accounts/merging/merged-parts.ts';
import { accounts, personViews } from '../../accounts/tables.ts';
import { auditEvents, eventPeople } from '../../audit/tables.ts';
import { certificates, renewalRequests } from '../../certificates/tables.ts';
import { registrations } from '../../enrolment/tables.ts';
import type { Executor } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { may } from '../../staff/policy.ts';
import { staffAccounts } from '../../staff/tables.ts';
import { HANDLE } from '../requests/find-request.ts';

/** The acts by which staff see what is masked, or take it away. */
export const LOOKS = [
  'certificate.print',
  'certificate.proof_view',
  'document.view',
  'person.find_holder',
  'person.identify',
  'person.name_purpose',
  'person.send_code',
  'person.show_identity',
  'person.show_photo',
  'privacy.copy',
  'renewal.document_view',
] as const satisfies readonly Action[];

/** Far more than anybody reads. */
const MAX_LOOKS = sql.raw('500');

export interface LookRow {
  readonly key: string;
  readonly at: string;
  readonly actor: string;
  readonly actorName: string | null;
  /** `details` or `photo`: a manager of a group looked at a member. */
  readonly what: string;
  /** The name of the list or paper that named the person; null for a look. */
  readonly file: string | null;
  /** The session of the staff member; null for managers, and before sessions were stored. */
  readonly session: string | null;
}

const requirePerson = async (db: Executor, accountId: number, actor: Staff): Promise<string> => {
  const { rows } = await db.execute<{ name: string; organization: number | null }>(sql`
    select coalesce(chinese_name, english_name, '') as name, organization_id as organization
    from ${accounts} where id = ${accountId}`);
  const [person] = rows;
  if (!person || !may(actor, HANDLE, person.organization)) throw new Refusal('not_found');
  return person.name;
};

/** Lists the looks at a person's data, newest first. Throws `not_found` for a person of another organisation. */
export const findLooks = async (
  db: Executor,
  accountId: number,
  actor: Staff,
): Promise<{ name: string; looks: LookRow[] }> => {
  const name = await requirePerson(db, accountId, actor);
  const staffName = sql`(select s.name from ${staffAccounts} s where 'staff:' || s.id = e.actor)`;
  const { rows } = await db.execute<LookRow & Record<string, unknown>>(sql`
    with things (subject, id) as (
      select 'account', ${accountId}::bigint
      union all select 'account', id from ${mergedParts(accountId)} as parts
      union all select 'registration', id from ${registrations} where account_id = ${accountId}
      union all select 'certificate', id from ${certificates} where account_id = ${accountId}
      union all select 'renewal_request', q.id from ${renewalRequests} q
        join ${certificates} c on c.id = q.certificate_id where c.account_id = ${accountId}
    )
    select * from (
      select 'event-' || e.id as key, to_json(e.at) #>> '{}' as at, e.actor, ${staffName} as "actorName", e.action as what,
        null as file, e.session_id as session
      from things t join ${auditEvents} e on e.subject = t.subject and e.subject_id = t.id
      where e.action = any(${sql.param([...LOOKS])}::text[]) and e.actor not like 'account:%'
      union all
      select 'event-' || e.id, to_json(e.at) #>> '{}', e.actor, ${staffName}, e.action,
        coalesce(e.after ->> 'list', e.after ->> 'name'), e.session_id
      from ${auditEvents} e where e.id in (
        select p.event_id from ${eventPeople} p where p.account_ids && (array[${accountId}::bigint] || array${mergedParts(accountId)}))
      union all
      select 'view-' || v.day || '-' || v.viewer_id || '-' || v.what, to_json(v.at) #>> '{}', 'account:' || v.viewer_id,
        a.chinese_name, v.what, null, null
      from ${personViews} v join ${accounts} a on a.id = v.viewer_id
        where v.viewed_id = ${accountId} or v.viewed_id in ${mergedParts(accountId)}
    ) as looks order by at desc, key limit ${MAX_LOOKS}`);
  return { name, looks: rows };
};
