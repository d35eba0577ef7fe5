import { isoTaipei } from '@portal/contract/dates';
import type { HistoryEntry, Subject } from '@portal/contract/office/audit';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { accounts } from '../accounts/tables.ts';
import { registrationEvents } from '../enrolment/tables.ts';
import type { Executor } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { staffAccounts } from '../staff/tables.ts';
import { changesOf, presentActor } from './event-texts.ts';
import { organizationNames } from './organization-names.ts';
import { auditEvents } from './tables.ts';

const nameOf = (actor: SQLWrapper): SQL => {
  const id = sql`split_part(${actor}, ':', 2)::bigint`;
  return sql`case split_part(${actor}, ':', 1)
    when 'staff' then (select s.name from ${staffAccounts} s where s.id = ${id})
    when 'account' then (select a.chinese_name from ${accounts} a where a.id = ${id})
  end`;
};

export const eventColumns = {
  audit: sql`e.actor, ${nameOf(sql`e.actor`)} as "actorName", e.action, e.subject, e.subject_id, e.organization_id, e.before, e.after`,
  registration: sql`e.actor, ${nameOf(sql`e.actor`)} as "actorName", e.action, 'registration' as subject,
    e.registration_id as subject_id, e.organization_id,
    case when e.from_state <> e.to_state then jsonb_build_object('state', e.from_state) end as before,
    jsonb_strip_nulls(
      case when e.from_state is distinct from e.to_state then jsonb_build_object('state', e.to_state) else '{}' end
      || jsonb_build_object('note', e.note)
      || case jsonb_typeof(e.data) when 'object' then e.data else '{}' end) as after`,
};

interface Row {
  readonly key: string;
  readonly at: string;
  readonly actor: string;
  readonly actorName: string | null;
  readonly action: string;
  readonly before: unknown;
  readonly after: unknown;
}

const [subject, id] = [sql`${sql.placeholder('subject')}::text`, sql`${sql.placeholder('id')}::bigint`];
/*
 * Ids are in the order of the commits, as are the times of a registration's own events. Times of other events are those
 * of the requests, which may have waited for each other.
 */
const newestFirst = sql`case when ${subject} = 'registration' then events.at end desc, events.id desc`;

/** A bound that no record reaches. */
const MAX_EVENTS = sql.raw('500');

const eventsOf = statement<Row>(
  'history',
  sql`
    select key, to_json(at) #>> '{}' as at, actor, "actorName", action, before, after from (
      (select 'audit-' || e.id as key, e.at, e.id, ${eventColumns.audit}
        from ${auditEvents} e where e.subject = ${subject} and e.subject_id = ${id} order by e.id desc limit ${MAX_EVENTS})
      union all
      (select 'registration-' || e.id, e.at, e.id, ${eventColumns.registration}
        from ${registrationEvents} e where ${subject} = 'registration' and e.registration_id = ${id}
        order by e.id desc limit ${MAX_EVENTS})
    ) as events order by ${newestFirst} limit ${MAX_EVENTS}`,
);

/** Newest first. The caller must check that the reader may see the record. */
export const findHistory = async (
  db: Executor,
  thing: { readonly subject: Subject; readonly id: number },
): Promise<HistoryEntry[]> => {
  const [rows, names] = [await eventsOf(db, { ...thing }), await organizationNames(db)];
  return rows.map((row) => ({
    key: row.key,
    at: isoTaipei(new Date(row.at)),
    actor: presentActor(row),
    action: row.action,
    changes: changesOf(row.before, row.after, names),
  }));
};
