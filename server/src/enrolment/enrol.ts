import { proveTrainee } from '../accounts/actors.ts';
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

/** Limit on pending registrations before the mailbox is confirmed, so that throw-away accounts cannot fill a class. */
const PENDING_UNCONFIRMED = 2;

/**
 * Seats may change between a failed attempt and the check that explains it; after this many attempts the class counts
 * as full.
 */
const TRIES = 3;

/** Returns the class if the person may enrol in it at `now`. Throws the refusal otherwise. */
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
  const wanted = { code, groupId: null, accountIds: [accountId], actor: proveTrainee({ accountId }) };
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

/** Checks that the person may enrol at all, in any class. Throws the refusal otherwise. */
export const precheckPerson = async (db: Executor, accountId: number): Promise<void> => {
  const [person] = await findContacts(db, [accountId]);
  if (person && !person.confirmed) await refuseThirdSeat(db, accountId);
};

const findApplicant = async (tx: Tx, accountId: number): Promise<Contact> => {
  const [person] = await findContacts(tx, [accountId]);
  if (!person?.complete) throw new Refusal('profile_incomplete');
  return person;
};

/** Takes a seat and returns the id of the pending registration. Throws the refusal otherwise. */
export const enrol = async (tx: Tx, applicant: Applicant, now: Date): Promise<number> => {
  const opening = await precheck(tx, applicant, now);
  const person = await findApplicant(tx, applicant.accountId);
  if (!person.confirmed) {
    // Locks the account before the class, so that simultaneous enrolments count each other's seats.
    await lockAccount(tx, applicant.accountId);
    await refuseThirdSeat(tx, applicant.accountId);
  }
  const registrationId = await takeSeat(tx, applicant, now);
  await queueMail(tx, person, enrolledMail(opening, person), now);
  return registrationId;
};
