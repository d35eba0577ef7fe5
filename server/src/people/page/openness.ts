import { PURPOSE_MINUTES } from '@portal/contract/office/people';
import type { Right } from '@portal/contract/rights';
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { accounts } from '../../accounts/tables.ts';
import { actorName, type Context } from '../../audit/actor.ts';
import { auditEvents } from '../../audit/tables.ts';
import { organizations } from '../../catalogue/tables.ts';
import type { Executor } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { isWithinReach } from '../reach.ts';

const MINUTE = 60_000;

/** When the staff member last did something with the person; the event is the proof. Null if longer ago. */
const lately = (
  action: 'person.find' | 'person.name_purpose',
  { actor, now }: Context<Staff>,
): SQL<Date | null> =>
  sql<Date | null>`(
    select max(proof.at) from ${auditEvents} proof
    where proof.subject = 'account' and proof.subject_id = ${accounts.id} and proof.action = ${action}
      and proof.actor = ${actorName(actor)} and proof.at > ${new Date(now.getTime() - PURPOSE_MINUTES * MINUTE)})`.mapWith(
    auditEvents.at,
  );

/** The person had to do with the organisations in which the right holds, or the staff member named a purpose. */
export const isOpenTo = (db: Executor, right: Right, by: Context<Staff>): SQL | undefined =>
  or(isWithinReach(db, by.actor, right), sql`${lately('person.name_purpose', by)} is not null`);

interface Openness {
  readonly id: number;
  readonly name: string | null;
  readonly isOpen: boolean;
  readonly openUntil: Date | null;
}

/**
 * Returns how far the person's page is open. Throws if nobody has the id, or if it is somebody who never had to do with
 * the staff member's organisations, and whom the staff member has not found: ids tell nobody's name.
 */
export const findOpenness = async (
  db: Executor,
  accountId: number,
  by: Context<Staff>,
): Promise<Openness> => {
  const [found] = await db
    .select({
      id: accounts.id,
      name: sql<string | null>`coalesce(${accounts.chineseName}, ${accounts.englishName})`,
      isNear: sql<boolean>`${isWithinReach(db, by.actor, 'person.read')}`,
      foundAt: lately('person.find', by),
      namedAt: lately('person.name_purpose', by),
    })
    .from(accounts)
    // Only because of a join does Drizzle write the table of each column, which the expressions above need.
    .leftJoin(organizations, eq(organizations.id, accounts.organizationId))
    .where(eq(accounts.id, accountId));
  if (!found || !(found.isNear || found.foundAt || found.namedAt)) throw new Refusal('not_found');
  const { id, name, isNear, namedAt } = found;
  const openUntil = isNear || !namedAt ? null : new Date(namedAt.getTime() + PURPOSE_MINUTES * MINUTE);
  return { id, name, isOpen: isNear || openUntil !== null, openUntil };
};

/** Returns the people for whom `findOpenness` does not throw. */
export const findOpenPeople = async (
  db: Executor,
  accountIds: readonly number[],
  by: Context<Staff>,
): Promise<number[]> => {
  const isFound = sql`${lately('person.find', by)} is not null`;
  const isOpen = or(isOpenTo(db, 'person.read', by), isFound);
  const found = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(inArray(accounts.id, [...accountIds]), isOpen));
  return found.map(({ id }) => id);
};

/** Throws unless the page is open. */
export const requireOpen = async (
  db: Executor,
  { accountId, right }: { readonly accountId: number; readonly right: Right },
  by: Context<Staff>,
): Promise<void> => {
  const [found] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isOpenTo(db, right, by)));
  if (!found) throw new Refusal('not_found');
};
