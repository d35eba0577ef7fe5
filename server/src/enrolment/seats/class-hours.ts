import { type SQL, sql } from 'drizzle-orm';
import { classSessions } from '../../classes/tables.ts';

/** The aliases of the two classes in the query; `oc` is the other one. */
type ClassAlias = 'c' | 'oc';

/** SQL for the start and end of a class that has no sessions. Without an end it lasts until midnight. */
const wholeClass = (trainingClass: SQL) => sql`
  select ${trainingClass}.start_time, coalesce(${trainingClass}.end_time,
    ((${trainingClass}.start_time at time zone 'Asia/Taipei')::date + 1)::timestamp at time zone 'Asia/Taipei')
  where not exists (select from ${classSessions} s where s.class_id = ${trainingClass}.id)`;

const hoursOf = (trainingClass: SQL) => sql`(
  select (s.date + s.from_time) at time zone 'Asia/Taipei' as starts, (s.date + s.to_time) at time zone 'Asia/Taipei' as ends
  from ${classSessions} s where s.class_id = ${trainingClass}.id
  union all ${wholeClass(trainingClass)})`;

/** SQL for whether the hours of the two classes overlap. A class without sessions lasts from its start to its end. */
export const haveOverlappingHours = (one: ClassAlias, other: ClassAlias): SQL => sql`exists (
  select from ${hoursOf(sql.raw(one))} mine
  join ${hoursOf(sql.raw(other))} others on mine.starts < others.ends and others.starts < mine.ends)`;
