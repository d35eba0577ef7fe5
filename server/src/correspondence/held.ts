import { type SQL, sql } from 'drizzle-orm';
import { accounts } from '../accounts/tables.ts';

/** Compares a value instead of using `exists`, for which PostgreSQL would scan a list of all accounts. */
export const isHeld: SQL = sql`(m.state = 'queued' and not m.for_unconfirmed and coalesce((
  select true from ${accounts} held
  where held.id = m.account_id and held.email = m.recipient and held.email_confirmed_at is null limit 1), false))`;
