import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

export const startOfDay = (day: SQLWrapper): SQL => sql`(${day}::date)::timestamp at time zone 'Asia/Taipei'`;
export const endOfDay = (day: SQLWrapper): SQL =>
  sql`(${day}::date + 1)::timestamp at time zone 'Asia/Taipei'`;
