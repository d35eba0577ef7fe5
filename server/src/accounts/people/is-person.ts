import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { accounts, searchedNames } from '../tables.ts';

/**
 * Matches words of a name, a complete identity number, or one of the other conditions; all have an index. The first line
 * is what the indexes find, so that the parts of the words are not computed again for each person.
 */
export const isNamed = (value: SQLWrapper, ...others: readonly SQL[]): SQL => {
  const exact = sql.join([sql`${accounts.account} = upper(${value}::text)`, ...others], sql` or `);
  return sql`(search_parts(${searchedNames(accounts)}) @> parts_to_find(search_form(${value}::text)) or ${exact})
    and (strpos(${searchedNames(accounts)}, search_form(${value}::text)) > 0 or ${exact})`;
};
