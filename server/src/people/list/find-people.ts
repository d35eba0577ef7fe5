import { PEOPLE_FOUND } from '@portal/contract/office/people';
import { and, desc, eq, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import { accounts, searchedEmail, searchedEnglishName, searchedPhone } from '../../accounts/tables.ts';
import { organizations } from '../../catalogue/tables.ts';
import type { Executor } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Staff } from '../../staff/actors.ts';
import { isWithinReach } from '../reach.ts';
import { completeEmail, completeIdentity, completePhone } from '../rules.ts';
import { isNamedFrom, isPerson } from '../search-terms.ts';
import { type ListedPerson, listedColumns } from './people-list.ts';

const RIGHT = 'person.read';
const MAX_CANDIDATES = 100;

interface Search {
  readonly q: string;
  readonly organization?: number | undefined;
}

const foundColumns = {
  id: accounts.id,
  account: accounts.account,
  chineseName: accounts.chineseName,
  englishName: accounts.englishName,
  organizationId: accounts.organizationId,
} as const;

/**
 * Some of the people who meet the condition if there are very many. Records that became part of another one are not
 * found, but their numbers find that one.
 */
const candidates = (db: Executor, staff: Staff, { organization }: Search, condition: SQL | undefined) =>
  db
    .select(foundColumns)
    .from(accounts)
    .where(and(condition, isNull(accounts.mergedIntoId), isWithinReach(db, staff, RIGHT, organization)))
    .limit(MAX_CANDIDATES);

/**
 * The list of everybody named Chen in the index of pairs of letters is read as a whole before the first person. So
 * people whose names begin with the text are read first, and all others only if these are few.
 */
const candidatesFrom = (db: Executor, staff: Staff, search: Search, isBegun: SQL) => {
  // Ordered, so that the index is read only as far as people are needed.
  const inOrder = searchedEnglishName(accounts.englishName);
  const begun = db.$with('begun').as(candidates(db, staff, search, isBegun).orderBy(inOrder));
  const areFew = sql`(select count(*) from ${begun}) < ${MAX_CANDIDATES}`;
  const others = candidates(db, staff, search, and(areFew, isPerson(search.q)));
  return { parts: [begun], found: db.select().from(begun).union(others).as('found') };
};

/** The people of a search, the newest first but for the holder of the number; of very many only some are sorted. */
export const selectFound = (db: Executor, staff: Staff, search: Search) => {
  const isBegun = isNamedFrom(search.q);
  const { parts, found } = isBegun
    ? candidatesFrom(db, staff, search, isBegun)
    : { parts: [], found: candidates(db, staff, search, isPerson(search.q)).as('found') };
  return db
    .with(...parts)
    .select({
      id: found.id,
      chineseName: found.chineseName,
      englishName: found.englishName,
      account: found.account,
      organization: organizations.name,
    })
    .from(found)
    .leftJoin(organizations, eq(organizations.id, found.organizationId))
    .orderBy(desc(eq(found.account, completeIdentity(search.q) ?? '')), desc(found.id));
};

/** Finds one more than the page shows, to know whether there are more. */
export const findWithinReach = async (
  db: Executor,
  staff: Staff,
  search: Search,
): Promise<ListedPerson[]> => {
  const people = await selectFound(db, staff, search).limit(PEOPLE_FOUND + 1);
  return listPeople(db, { ids: people.map(({ id }) => id) });
};

const listPeople = statement<ListedPerson>(
  'people_found',
  sql`
    select ${listedColumns}
    from unnest(${sql.placeholder('ids')}::bigint[]) with ordinality as found (id, place)
    join ${accounts} a on a.id = found.id
    left join ${organizations} o on o.id = a.organization_id
    order by found.place`,
);

/** Matches a whole name, number, phone or e-mail address. */
const isExactly = (q: string): SQL | undefined => {
  const [identity, phone, email] = [completeIdentity(q), completePhone(q), completeEmail(q)];
  return or(
    eq(accounts.chineseName, q),
    identity === null ? undefined : eq(accounts.account, identity),
    phone === null ? undefined : eq(searchedPhone(accounts.cellPhone), phone),
    email === null ? undefined : eq(searchedEmail(accounts.email), email),
  );
};

const elsewhereColumns = {
  id: accounts.id,
  chineseName: accounts.chineseName,
  englishName: accounts.englishName,
} as const;

export interface PersonElsewhere {
  readonly id: number;
  readonly chineseName: string | null;
  readonly englishName: string | null;
}

/** People who never had to do with the organisations of the staff member. */
export const findPeopleElsewhere = (db: Executor, staff: Staff, q: string): Promise<PersonElsewhere[]> =>
  db
    .select(elsewhereColumns)
    .from(accounts)
    .where(
      and(isExactly(q), isNull(accounts.mergedIntoId), not(isWithinReach(db, staff, RIGHT) ?? sql`true`)),
    )
    .orderBy(accounts.id)
    .limit(PEOPLE_FOUND);
