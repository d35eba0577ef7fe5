import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { accounts, searchedNames } from '../tables.ts';

/** Matches words of a name, or a complete identity number; both have an index. */
export const isNamed = (
  value: SQLWrapper,
): SQL => sql`((search_grams(${searchedNames(accounts)}) @> grams_to_find(search_form(${value}::text))
  and strpos(${searchedNames(accounts)}, search_form(${value}::text)) > 0)
  or ${accounts.account} = upper(${value}::text))`;
