import { eventFields } from '@portal/contract/office/event-fields';
import { sql } from 'drizzle-orm';
import type { Database } from '../src/platform/database/database.ts';

/** The fields of stored events for which 歷程 and 稽核紀錄 have no name, as `action: field`. */
export const unnamedEventFields = async (db: Database): Promise<string[]> => {
  const { rows } = await db.execute<{ action: string; field: string }>(sql`
    select distinct action, jsonb_object_keys(recorded) as field from (
      select action, before as recorded from audit_events
      union all select action, after from audit_events
      union all select action, data from registration_events
    ) events where jsonb_typeof(recorded) = 'object' order by 1, 2`);
  return rows
    .filter(({ field }) => !(field in eventFields))
    .map(({ action, field }) => `${action}: ${field}`);
};
