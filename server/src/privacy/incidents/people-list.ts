import { sql } from 'drizzle-orm';
import { areas, cities } from '../../accounts/tables.ts';
import { organizations } from '../../catalogue/tables.ts';
import { defineList } from '../../platform/database/list.ts';
import { affectedRows } from './affected-person.ts';
import { hasMailbox } from './find-incident.ts';

export interface IncidentPersonRow {
  readonly cursor: readonly string[];
  readonly personId: string;
  readonly name: string;
  readonly identity: string;
  readonly organization: string | null;
  readonly hasMailbox: boolean;
  readonly address: string | null;
  readonly events: number;
  readonly lastAt: string;
  readonly mailedAt: string | null;
}

/** The people of the incident that the filter names. */
export const incidentPeopleList = defineList<'incident' | 'mail' | 'paper', 'person', IncidentPersonRow>({
  name: 'incident_people',
  sources: [
    {
      from: affectedRows,
      where: sql`a.erased_at is null`,
      key: sql`p.id`,
      organization: sql`a.organization_id`,
      filters: {
        incident: (value) => sql`p.incident_id = ${value}::bigint`,
        mail: () => sql`(p.mailed_at is not null or ${hasMailbox})`,
        paper: () => sql`p.mailed_at is null and not ${hasMailbox}`,
      },
      sorts: { person: [sql`p.id`] },
    },
  ],
  types: { person: ['bigint'] },
  selective: ['incident'],
  columns: sql`
    a.id as "personId", coalesce(a.chinese_name, a.english_name, '') as name, a.account as identity,
    o.name as organization, ${hasMailbox} as "hasMailbox",
    nullif(concat(a.address_code, c.name, d.name, a.address), '') as address,
    p.events, to_json(p.last_at) #>> '{}' as "lastAt", to_json(p.mailed_at) #>> '{}' as "mailedAt"`,
  joins: sql`
    join (${affectedRows}) on p.id = page.key
    left join ${organizations} o on o.id = a.organization_id
    left join ${cities} c on c.id = a.city_id left join ${areas} d on d.city_id = a.city_id and d.id = a.area_id`,
});
