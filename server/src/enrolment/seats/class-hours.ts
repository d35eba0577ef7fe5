import { type SQL, sql } from 'drizzle-orm';
import { classSessions } from '../../classes/tables.ts';

/** Two classes that the query compares: `oc` is the other one. */
type ClassAlias = 'c' | 'oc';

/** Without an end a class lasts until midnight. */
const wholeClass = (opening: SQL) => sql`
  select ${opening}.start_time, coalesce(${opening}.end_time,
    ((${opening}.start_time at time zone 'Asia/Taipei')::date + 1)::timestamp at time zone 'Asia/Taipei')
  where not exists (select from ${classSessions} s where s.class_id = ${opening}.id)`;

const hoursOf = (opening: SQL) => sql`(
  select (s.date + s.from_time) at time zone 'Asia/Taipei' as starts, (s.date + s.to_time) at time zone 'Asia/Taipei' as ends
  from ${classSessions} s where s.class_id = ${opening}.id
  union all ${wholeClass(opening)})`;

/**
 * Whether a session of one class overlaps a session of the other. A class without sessions lasts from its start to its
 * end.
 */
export const haveOverlappingHours = (one: ClassAlias, other: ClassAlias): SQL => sql`exists (
  select from ${hoursOf(sql.raw(one))} mine
  join ${hoursOf(sql.raw(other))} others on mine.starts < others.ends and others.starts < mine.ends)`;
