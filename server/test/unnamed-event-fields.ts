import { eventFields, valueText } from '@portal/contract/office/event-fields';
import { sql } from 'drizzle-orm';
import type { Database } from '../src/platform/database/database.ts';

const recorded = sql`
  select action, before as recorded from audit_events
  union all select action, after from audit_events
  union all select action, data from registration_events
  union all select action, jsonb_build_object('state', state)
  from registration_events, unnest(array[from_state, to_state]) state where from_state is distinct from to_state`;

/** The fields of stored events for which 歷程 and 稽核紀錄 have no name, as `action: field`. */
export const unnamedEventFields = async (db: Database): Promise<string[]> => {
  const { rows } = await db.execute<{ action: string; field: string }>(sql`
    select distinct action, jsonb_object_keys(recorded) as field from (${recorded}) events
    where jsonb_typeof(recorded) = 'object' order by 1, 2`);
  return rows
    .filter(({ field }) => !(field in eventFields))
    .map(({ action, field }) => `${action}: ${field}`);
};

/** A word of the code, as `occurredFrom` and `recovery_code`. */
const CODE = '^[a-z]+([A-Z_][A-Za-z_]*)?$';

/** The codes in stored events that 歷程 and 稽核紀錄 would show as they are, as `action: field: code`. */
export const unnamedEventValues = async (db: Database): Promise<string[]> => {
  const { rows } = await db.execute<{ action: string; field: string; code: string }>(sql`
    select distinct action, key as field, code #>> '{}' as code
    from (${recorded}) events,
      jsonb_each(case when jsonb_typeof(recorded) = 'object' then recorded else '{}' end),
      jsonb_path_query(value, '$[*]') code
    where jsonb_typeof(code) = 'string' and code #>> '{}' ~ ${CODE} order by 1, 2, 3`);
  return rows
    .filter(({ action, field, code }) => valueText(action, field, code) === code)
    .map(({ action, field, code }) => `${action}: ${field}: ${code}`);
};
