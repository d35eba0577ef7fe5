import { accountActor } from '../accounts/actors.ts';
import { type Contact, findContacts } from '../accounts/contacts.ts';
import { lockAccount } from '../accounts/queries.ts';
import { findPublishedClassFor, type PublishedClass } from '../catalogue/queries.ts';
import { personalObstacle } from '../catalogue/rules.ts';
import { queueMail } from '../mail/queue.ts';
import type { Executor, Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { enrolledMail } from './present.ts';
import { countPending } from './queries.ts';
import { personalRefusals } from './rules.ts';
import { takeSeats } from './seats.ts';

interface Applicant {
  /** The class's code. */
  readonly code: string;
  readonly accountId: number;
}

/**
 * How many seats under review a person holds at most before their mailbox is confirmed: throw-away accounts must not
 * fill a class.
 */
const PENDING_UNCONFIRMED = 2;

/** Seats come and go between the attempt and the question why it failed; after so many times there is none. */
const TRIES = 3;

/** The class that the person may enrol in at `now`, as things stand. Throws why not. */
export const precheck = async (
  db: Executor,
  { code, accountId }: Applicant,
  now: Date,
): Promise<PublishedClass> => {
  const opening = await findPublishedClassFor(db, { code, viewer: accountId });
  if (!opening) throw new Refusal('class_unknown');
  const standing = { applied: opening.applied, holdsGroupSeats: false };
  const obstacle = personalObstacle(opening, standing, now);
  if (obstacle) throw new Refusal(personalRefusals[obstacle]);
  return opening;
};

const takeSeat = async (tx: Tx, { code, accountId }: Applicant, now: Date): Promise<number> => {
  const wanted = { code, groupId: null, accountIds: [accountId], actor: accountActor(accountId) };
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const [seat] = await takeSeats(tx, wanted, now);
    if (seat) return seat.registrationId;
    await precheck(tx, { code, accountId }, now);
  }
  throw new Refusal('class_full');
};

const refuseThirdSeat = async (db: Executor, accountId: number): Promise<void> => {
  if ((await countPending(db, accountId)) < PENDING_UNCONFIRMED) return;
  throw new Refusal('email_unconfirmed', { values: { n: PENDING_UNCONFIRMED } });
};

/** May the person enrol in anything? Throws why not. */
export const precheckPerson = async (db: Executor, accountId: number): Promise<void> => {
  const [person] = await findContacts(db, [accountId]);
  if (person && !person.confirmed) await refuseThirdSeat(db, accountId);
};

const findApplicant = async (tx: Tx, accountId: number): Promise<Contact> => {
  const [person] = await findContacts(tx, [accountId]);
  if (!person?.complete) throw new Refusal('profile_incomplete');
  return person;
};

/** Takes a seat in the class for the person: a pending registration, whose id comes back. Throws why not. */
export const enrol = async (tx: Tx, applicant: Applicant, now: Date): Promise<number> => {
  const opening = await precheck(tx, applicant, now);
  const person = await findApplicant(tx, applicant.accountId);
  if (!person.confirmed) {
    // Before the class, so that of two enrolments at once the second sees the first one's seat.
    await lockAccount(tx, applicant.accountId);
    await refuseThirdSeat(tx, applicant.accountId);
  }
  const registrationId = await takeSeat(tx, applicant, now);
  await queueMail(tx, person, enrolledMail(opening, person), now);
  return registrationId;
};
