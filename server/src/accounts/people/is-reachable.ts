import { sql } from 'drizzle-orm';
import { privacyRequests } from '../../privacy/tables.ts';

/** The account `a` of the query has a confirmed mailbox, and is neither suspended nor erased. */
export const isReachable = sql`(a.email is not null and a.email_confirmed_at is not null and a.suspended_at is null
  and not exists (select from ${privacyRequests} erased where erased.account_id = a.id and erased.state = 'erased'))`;
