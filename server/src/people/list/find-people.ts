import { PEOPLE_FOUND } from '@portal/contract/office/people';
import { and, desc, eq, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import { accounts, searchedEmail, searchedPhone } from '../../accounts/tables.ts';
import { organizations } from '../../catalogue/tables.ts';
import type { Executor } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Staff } from '../../staff/actors.ts';
import { isWithinReach } from '../reach.ts';
import { completeEmail, completeIdentity, completePhone } from '../rules.ts';
import { isPerson } from '../search-terms.ts';
import { type ListedPerson, listedColumns } from './people-list.ts';

const RIGHT = 'person.read';
const MAX_CANDIDATES = 200;

interface Search {
  readonly q: string;
  readonly organization?: number | undefined;
}

/** Finds one more than the page shows, to know whether there are more. Sorts only some of very many matches. */
export const findWithinReach = async (
  db: Executor,
  staff: Staff,
  { q, organization }: Search,
): Promise<ListedPerson[]> => {
  const found = db
    .select({ id: accounts.id, account: accounts.account })
    .from(accounts)
    .where(and(isPerson(q), isWithinReach(db, staff, RIGHT, organization)))
    .limit(MAX_CANDIDATES)
    .as('found');
  const ids = await db
    .select({ id: found.id })
    .from(found)
    .orderBy(desc(eq(found.account, completeIdentity(q) ?? '')), desc(found.id))
    .limit(PEOPLE_FOUND + 1);
  return listPeople(db, { ids: ids.map(({ id }) => id) });
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
