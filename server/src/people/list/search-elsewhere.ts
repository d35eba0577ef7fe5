import { countApplicantAttempt, type FromAddress } from '../../enrolment/on-behalf/identify-applicant.ts';
import { recordLookUp } from '../../enrolment/on-behalf/record-look-up.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { isName } from '../rules.ts';
import { findPeopleElsewhere, type PersonElsewhere } from './find-people.ts';

/**
 * Finds people who never had to do with the organisations of the staff member. Each search records events. Numbers,
 * phones and addresses that nobody has count as wrong proofs of applicants do, so that nobody finds them by trying.
 */
export const searchElsewhere = async (
  db: Database,
  { q, isKnown }: { readonly q: string; readonly isKnown: boolean },
  by: FromAddress,
): Promise<PersonElsewhere[]> => {
  let people: PersonElsewhere[] = [];
  const search = () =>
    inTransaction(db, async (tx) => {
      people = await findPeopleElsewhere(tx, by.actor, q);
      const found = people.length === 0 && !isKnown ? [null] : people.map(({ id }) => id);
      for (const accountId of found)
        await recordLookUp(tx, { action: 'person.find', number: q, accountId }, by);
      return isKnown || people.length > 0;
    });
  await (isName(q) ? search() : countApplicantAttempt(db, by, search));
  return people;
};
