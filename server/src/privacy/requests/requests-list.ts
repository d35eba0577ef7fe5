import { sql } from 'drizzle-orm';
import { survivorOf } from '../../accounts/merging/survivor.ts';
import { accounts } from '../../accounts/tables.ts';
import { organizations } from '../../catalogue/tables.ts';
import { defineList } from '../../platform/database/list.ts';
import type { PrivacyKind, PrivacyState } from '../states.ts';
import { privacyRequests } from '../tables.ts';

export interface RequestsListRow {
  readonly cursor: readonly string[];
  readonly id: string;
  readonly kind: PrivacyKind;
  readonly state: PrivacyState;
  readonly requestedAt: string;
  readonly extendedAt: string | null;
  readonly closedAt: string | null;
  readonly accountId: string;
  readonly name: string;
  readonly identity: string;
  readonly organization: string | null;
}

const ofPerson = sql`a.id = ${survivorOf(sql`q.account_id`)}`;

/** Open requests first, the oldest of each at the top. Those of a merged record belong to its survivor. */
export const requestsList = defineList<'kind' | 'state', 'waiting', RequestsListRow>({
  name: 'privacy_requests',
  sources: [
    {
      from: sql`${privacyRequests} q join ${accounts} a on ${ofPerson}`,
      key: sql`q.id`,
      organization: sql`a.organization_id`,
      filters: {
        kind: (value) => sql`q.kind = ${value}::text`,
        state: (value) => sql`q.state = ${value}::text`,
      },
      sorts: { waiting: [sql`(q.state <> 'requested')::int`, sql`q.requested_at`, sql`q.id`] },
    },
  ],
  types: { waiting: ['bigint', 'timestamptz', 'bigint'] },
  selective: [],
  columns: sql`
    page.key as id, q.kind, q.state, to_json(q.requested_at) #>> '{}' as "requestedAt",
    to_json(q.extended_at) #>> '{}' as "extendedAt", to_json(q.closed_at) #>> '{}' as "closedAt",
    a.id as "accountId", coalesce(a.chinese_name, a.english_name, '') as name, a.account as identity, o.name as organization`,
  joins: sql`
    join ${privacyRequests} q on q.id = page.key
    join ${accounts} a on ${ofPerson}
    left join ${organizations} o on o.id = a.organization_id`,
});
