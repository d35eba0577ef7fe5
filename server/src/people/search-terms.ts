import { and, gte, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { isHolderOf } from '../accounts/merging/survivor.ts';
import { accounts, searchedEmail, searchedNames, searchedPhone } from '../accounts/tables.ts';
import { completeIdentity, emailPrefix, type Prefix, phonePrefix } from './rules.ts';

/** The index finds characters and pairs of characters. */
export const hasWords = (searched: SQL<string>, q: string): SQL | undefined =>
  and(
    sql`search_grams(${searched}) @> grams_to_find(search_form(${q}))`,
    ...q.split(/\s+/).map((word) => sql`strpos(${searched}, search_form(${word})) > 0`),
  );

export const beginsWith = (searched: SQL<string>, prefix: Prefix | null): SQL | undefined =>
  prefix === null ? undefined : and(gte(searched, prefix.from), lt(searched, prefix.below));

/** Records that became part of another one are not found, but their numbers find that one. */
export const isPerson = (q: string): SQL | undefined => {
  const identity = completeIdentity(q);
  const isFound = or(
    hasWords(searchedNames(accounts), q),
    ...(identity === null ? [] : [isHolderOf(identity)]),
    beginsWith(searchedPhone(accounts.cellPhone), phonePrefix(q)),
    beginsWith(searchedEmail(accounts.email), emailPrefix(q)),
  );
  return and(isFound, isNull(accounts.mergedIntoId));
};
