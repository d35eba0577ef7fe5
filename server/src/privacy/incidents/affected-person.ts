import { sql } from 'drizzle-orm';
import { survivorOf } from '../../accounts/merging/survivor.ts';
import { accounts } from '../../accounts/tables.ts';
import { incidentPeople } from '../tables.ts';

/**
 * The row `p` of an incident with the account `a` of its person. The row of a merged record belongs to the survivor, and is
 * left out if the survivor has one.
 */
export const affectedRows = sql`${incidentPeople} p join ${accounts} a on a.id = ${survivorOf(sql`p.account_id`)}
  and (a.id = p.account_id or not exists (
    select from ${incidentPeople} own where own.incident_id = p.incident_id and own.account_id = a.id))`;
