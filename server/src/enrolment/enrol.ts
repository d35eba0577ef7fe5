import type { Trainee } from '../accounts/actors.ts';
import { type Contact, findContacts } from '../accounts/people/contacts.ts';
import { lockAccount } from '../accounts/queries.ts';
import type { Circumstances } from '../audit/actor.ts';
import { findPublishedClassFor, type PublishedClass } from '../catalogue/queries.ts';
import { personalObstacle } from '../catalogue/rules.ts';
import { queueMail } from '../mail/queue.ts';
import type { Executor, Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { newRegistrationFacts } from './class-in-letters.ts';
import { enrolledLetter } from './letters.ts';
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
  const obstacle = personalObstacle(opening, opening, now);
  if (obstacle) throw new Refusal(personalRefusals[obstacle]);
  return opening;
};

const takeSeat = async (
  tx: Tx,
  { code }: { code: string },
  { actor, now }: Circumstances<Trainee>,
): Promise<number> => {
  const { accountId } = actor;
  const wanted = { code, groupId: null, accountIds: [accountId], actor };
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
export const enrol = async (
  tx: Tx,
  { code }: { code: string },
  { actor, now }: Circumstances<Trainee>,
): Promise<number> => {
  const { accountId } = actor;
  const opening = await precheck(tx, { code, accountId }, now);
  const person = await findApplicant(tx, accountId);
  if (!person.confirmed) {
    // Locks the account before the class, so that simultaneous enrolments count each other's seats.
    await lockAccount(tx, accountId);
    await refuseThirdSeat(tx, accountId);
  }
  const registrationId = await takeSeat(tx, { code }, { actor, now });
  await queueMail(tx, person, enrolledLetter({ name: person.name, ...newRegistrationFacts(opening) }), now);
  return registrationId;
};
