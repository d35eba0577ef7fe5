import { isoTaipei } from '@portal/contract/dates';
import type { PersonDetail } from '@portal/contract/office/people';
import { and, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { versionedPerson } from '../../accounts/profile/person-version.ts';
import { isReleased } from '../../accounts/profile/release-identifier.ts';
import { findAccount } from '../../accounts/queries.ts';
import { accounts } from '../../accounts/tables.ts';
import type { Context } from '../../audit/actor.ts';
import { findVersion } from '../../audit/version.ts';
import { isKnownTo } from '../../enrolment/on-behalf/known-people.ts';
import type { Executor } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { actsOn, mayLookUpLooks, noActs } from '../policy.ts';
import { findOpenness } from './openness.ts';
import { presentFacts, UNNAMED_PERSON } from './present-person.ts';

const maySeeIdentity = async (db: Executor, accountId: number, actor: Staff): Promise<boolean> =>
  (await db.$count(accounts, and(eq(accounts.id, accountId), isKnownTo(actor, 'person.identity')))) > 0;

const showOpen = async (db: Executor, accountId: number, { actor, now }: Context<Staff>) => {
  const person = await findAccount(db, accountId);
  return {
    facts: presentFacts(person, now),
    can: {
      identity: await maySeeIdentity(db, accountId, actor),
      looks: mayLookUpLooks(actor, person),
      ...actsOn({ ...person, isReleased: isReleased(person) }, actor),
    },
  };
};

const survivor = alias(accounts, 'survivor');

/** The record that the person's is part of now. */
const findSurvivor = async (db: Executor, accountId: number): Promise<PersonDetail['mergedInto']> => {
  const [found] = await db
    .select({ id: survivor.id, chineseName: survivor.chineseName, englishName: survivor.englishName })
    .from(accounts)
    .innerJoin(survivor, eq(survivor.id, accounts.mergedIntoId))
    .where(eq(accounts.id, accountId));
  return found ? { id: found.id, name: found.chineseName ?? found.englishName ?? UNNAMED_PERSON } : null;
};

const closed = { facts: null, can: { identity: false, looks: false, ...noActs } } as const;

export const showPerson = async (
  db: Executor,
  accountId: number,
  by: Context<Staff>,
): Promise<PersonDetail> => {
  const { id, name, isOpen, openUntil } = await findOpenness(db, accountId, by);
  return {
    id,
    name: name ?? UNNAMED_PERSON,
    version: await findVersion(db, versionedPerson(id)),
    openUntil: openUntil && isoTaipei(openUntil),
    mergedInto: isOpen ? await findSurvivor(db, id) : null,
    ...(isOpen ? await showOpen(db, id, by) : closed),
  };
};
