import { type SQL, sql } from 'drizzle-orm';
import { accounts } from '../accounts/tables.ts';

/**
 * The mail `m` waits until its person has confirmed the mailbox. As a value, since PostgreSQL would look `exists` up in a
 * list of all accounts.
 */
export const isHeld: SQL = sql`(m.state = 'queued' and m.for_unconfirmed is not true and coalesce((
  select true from ${accounts} held
  where held.id = m.account_id and held.email = m.recipient and held.email_confirmed_at is null limit 1), false))`;
