import { and, gte, lt, or, type SQL, sql } from 'drizzle-orm';
import { isHolderOf } from '../accounts/merging/survivor.ts';
import {
  accounts,
  searchedEmail,
  searchedEnglishName,
  searchedNames,
  searchedPhone,
} from '../accounts/tables.ts';
import { completeIdentity, emailPrefix, namePrefix, type Prefix, phonePrefix } from './rules.ts';

/** The text has all parts of the words. An index answers it. */
const hasParts = (searched: SQL<string>, q: string): SQL =>
  sql`search_parts(${searched}) @> parts_to_find(search_form(${q}))`;

/** The parts of long words may stand apart. */
const spells = (searched: SQL<string>, q: string): SQL | undefined =>
  and(...q.split(/\s+/).map((word) => sql`strpos(${searched}, search_form(${word})) > 0`));

export const hasWords = (searched: SQL<string>, q: string): SQL | undefined =>
  and(hasParts(searched, q), spells(searched, q));

export const beginsWith = (searched: SQL<string>, prefix: Prefix | null): SQL | undefined =>
  prefix === null ? undefined : and(gte(searched, prefix.from), lt(searched, prefix.below));

/** The conditions of the indexes stand apart, so that the parts of words are not computed again for each person found. */
export const isPerson = (q: string): SQL | undefined => {
  const identity = completeIdentity(q);
  const exact = [
    identity === null ? undefined : isHolderOf(identity),
    beginsWith(searchedPhone(accounts.cellPhone), phonePrefix(q)),
    beginsWith(searchedEmail(accounts.email), emailPrefix(q)),
  ];
  const names = searchedNames(accounts);
  return and(or(hasParts(names, q), ...exact), or(spells(names, q), ...exact));
};

/** The people whose name in Latin letters begins with the text; undefined if the text is no such name. */
export const isNamedFrom = (q: string): SQL | undefined =>
  beginsWith(searchedEnglishName(accounts.englishName), namePrefix(q));
