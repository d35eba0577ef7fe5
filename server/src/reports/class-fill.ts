import type { FilledDay } from '@portal/contract/office/reports';
import { sql } from 'drizzle-orm';
import { registrations, seatStates } from '../enrolment/tables.ts';
import type { Executor } from '../platform/database/database.ts';

/**
 * Counts the seats that people took and gave back, by day in Taipei. A registration without a seat gave it back on the
 * day of its last change.
 */
export const findClassFill = async (db: Executor, classId: number): Promise<FilledDay[]> => {
  const { rows } = await db.execute<{ day: string; taken: number; returned: number }>(sql`
    select to_char(change.at at time zone 'Asia/Taipei', 'YYYY-MM-DD') as day,
      count(*) filter (where change.is_taken)::int as taken,
      count(*) filter (where not change.is_taken)::int as returned
    from ${registrations} r
    cross join lateral (
      select r.created_at as at, true as is_taken
      union all
      select r.updated_at, false where r.state not in ${seatStates}
    ) change
    where r.class_id = ${classId}
    group by 1 order by 1`);
  return rows;
};
