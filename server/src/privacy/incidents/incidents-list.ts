import type { IncidentState } from '@portal/contract/office/incidents';
import { sql } from 'drizzle-orm';
import { organizations } from '../../catalogue/tables.ts';
import { defineList } from '../../platform/database/list.ts';
import { incidents } from '../tables.ts';
import { affectedRows } from './affected-person.ts';

export interface IncidentsListRow {
  readonly cursor: readonly string[];
  readonly id: string;
  readonly state: IncidentState;
  readonly title: string;
  readonly organization: string | null;
  readonly from: string;
  readonly until: string;
  readonly people: number;
  readonly createdAt: string;
}

/** Lists open incidents before closed ones, the newest of each at the top. */
export const incidentsList = defineList<'state', 'waiting', IncidentsListRow>({
  name: 'incidents',
  sources: [
    {
      from: sql`${incidents} i`,
      key: sql`i.id`,
      organization: sql`i.organization_id`,
      filters: { state: (value) => sql`i.state = ${value}::text` },
      sorts: {
        waiting: [sql`(i.state = 'closed')::int`, sql`-extract(epoch from i.created_at)::bigint`, sql`i.id`],
      },
    },
  ],
  types: { waiting: ['bigint', 'bigint', 'bigint'] },
  selective: [],
  columns: sql`
    page.key as id, i.state, i.title, o.name as organization, to_json(i.occurred_from) #>> '{}' as from,
    to_json(i.occurred_until) #>> '{}' as until, to_json(i.created_at) #>> '{}' as "createdAt",
    (select count(*)::int from ${affectedRows}
      where p.incident_id = i.id and a.erased_at is null) as people`,
  joins: sql`
    join ${incidents} i on i.id = page.key
    left join ${organizations} o on o.id = i.organization_id`,
});
