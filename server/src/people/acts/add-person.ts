import type { AddPersonForm } from '@portal/contract/office/people';
import { and, eq } from 'drizzle-orm';
import { findAccount, findHolderOfIdentifier } from '../../accounts/queries.ts';
import { createPerson, hashDefaultPassword, newPersonOf } from '../../accounts/sign-up/create-person.ts';
import { accounts } from '../../accounts/tables.ts';
import type { Context } from '../../audit/actor.ts';
import { openOrganizations } from '../../catalogue/organizations/organization-queries.ts';
import { recordLookUp } from '../../enrolment/on-behalf/record-look-up.ts';
import { type Database, type Executor, inTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { type IdempotencyKey, onceOnly } from '../../platform/http/idempotency.ts';
import type { Staff } from '../../staff/actors.ts';
import { requireRight } from '../../staff/policy.ts';
import { UNNAMED_PERSON } from '../page/present-person.ts';
import { isWithinReach } from '../reach.ts';

const requireOpenOrganization = async (db: Executor, organizationId: number): Promise<void> => {
  const open = await openOrganizations(db);
  if (!open.some(({ id }) => id === organizationId)) throw new Refusal('person_organization');
};

/**
 * Why the number cannot be added again, with as much of its holder as the staff member may know. That somebody of another
 * branch has the number is an answer of a search, and is recorded as one.
 */
const existingPersonRefusal = async (
  db: Database,
  { country, id_number, passport_no }: AddPersonForm,
  { actor, now }: Context<Staff>,
): Promise<Refusal> => {
  const [field, number] = country === 'local' ? ['id_number', id_number] : ['passport_no', passport_no];
  const holder = number && (await findHolderOfIdentifier(db, number));
  // Meanwhile the number was released.
  if (!holder) return new Refusal('person_exists', { field });
  const { accountId } = holder;
  const isNear = and(eq(accounts.id, accountId), isWithinReach(db, actor, 'person.read'));
  if ((await db.$count(accounts, isNear)) > 0) {
    const { chineseName, englishName } = await findAccount(db, accountId);
    return new Refusal('person_listed', {
      field,
      values: { name: chineseName ?? englishName ?? UNNAMED_PERSON },
    });
  }
  await inTransaction(db, (tx) =>
    recordLookUp(tx, { action: 'person.find', number, accountId }, { actor, now }),
  );
  return new Refusal('person_elsewhere', { field });
};

/** Adds somebody to a branch of the staff member. Returns the account's id. Throws if the number has an account. */
export const addPerson = async (
  db: Database,
  { organizationId, ...form }: AddPersonForm,
  { idempotency, actor, now }: Context<Staff> & { readonly idempotency: IdempotencyKey | null },
): Promise<number> => {
  requireRight(actor, 'person.edit', organizationId);
  await requireOpenOrganization(db, organizationId);
  const person = { ...newPersonOf(form), organizationId, passwordHash: await hashDefaultPassword(form) };
  return onceOnly(db, idempotency, now, (tx) => createPerson(tx, person, { actor, now })).catch(
    async (error: unknown) => {
      const isTaken = error instanceof Refusal && error.code === 'person_exists';
      throw isTaken ? await existingPersonRefusal(db, { organizationId, ...form }, { actor, now }) : error;
    },
  );
};
