import { type Contact, findContacts } from '../../accounts/people/contacts.ts';
import type { Context } from '../../audit/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { findApplicant } from './find-applicants.ts';

/** Throws `person_unknown` and `person_suspended`. */
export const requireApplicant = async (tx: Tx, accountId: number, by: Context<Staff>): Promise<Contact> => {
  const applicant = await findApplicant(tx, accountId, by);
  const [person] = await findContacts(tx, [accountId]);
  if (!applicant || !person) throw new Refusal('person_unknown');
  if (applicant.suspendedAt) throw new Refusal('person_suspended');
  return person;
};
