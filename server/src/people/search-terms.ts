import { and, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm';
import { accounts, searchedEmail, searchedNames, searchedPhone } from '../accounts/tables.ts';
import { completeIdentity, emailPrefix, type Prefix, phonePrefix } from './rules.ts';

/** The index finds characters and pairs of characters. */
export const hasWords = (searched: SQL<string>, q: string): SQL | undefined =>
  and(
    sql`search_grams(${searched}) @> search_grams(search_form(${q}))`,
    ...q.split(/\s+/).map((word) => sql`strpos(${searched}, search_form(${word})) > 0`),
  );

export const beginsWith = (searched: SQL<string>, prefix: Prefix | null): SQL | undefined =>
  prefix === null ? undefined : and(gte(searched, prefix.from), lt(searched, prefix.below));

export const isPerson = (q: string): SQL | undefined => {
  const identity = completeIdentity(q);
  return or(
    hasWords(searchedNames(accounts), q),
    identity === null ? undefined : eq(accounts.account, identity),
    beginsWith(searchedPhone(accounts.cellPhone), phonePrefix(q)),
    beginsWith(searchedEmail(accounts.email), emailPrefix(q)),
  );
};
