import { sql } from 'drizzle-orm';
import { mergedParts } from '../../accounts/merging/merged-parts.ts';
import { survivorOf } from '../../accounts/merging/survivor.ts';
import { accounts } from '../../accounts/tables.ts';
import { incidentPeople } from '../tables.ts';

/**
 * The row `p` of an incident with the account `a` of its person. The row of a merged record belongs to the survivor, and is
 * left out if the survivor has one, or if it has an earlier one from another merged record.
 */
export const affectedRows = sql`${incidentPeople} p join ${accounts} a on a.id = ${survivorOf(sql`p.account_id`)}
  and (a.id = p.account_id or not exists (
    select from (select a.id, true as own union all select id, false from ${mergedParts(sql`a.id`)} part) same
    join ${incidentPeople} other on other.incident_id = p.incident_id and other.account_id = same.id
    where same.own or other.id < p.id))`;
