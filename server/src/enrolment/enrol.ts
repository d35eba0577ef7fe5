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
  readonly code: string;
  readonly accountId: number;
}

/** Pending registrations of a person with an unconfirmed mailbox: throw-away accounts must not fill a class. */
const PENDING_UNCONFIRMED = 2;

/** A seat may become free after a failed attempt: then the check finds no obstacle. */
const TRIES = 3;

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

export const precheckPerson = async (db: Executor, accountId: number): Promise<void> => {
  const [person] = await findContacts(db, [accountId]);
  if (person && !person.confirmed) await refuseThirdSeat(db, accountId);
};

const findApplicant = async (tx: Tx, accountId: number): Promise<Contact> => {
  const [person] = await findContacts(tx, [accountId]);
  if (!person?.complete) throw new Refusal('profile_incomplete');
  return person;
};

/** Returns the id of the pending registration. */
export const enrol = async (
  tx: Tx,
  { code }: { code: string },
  { actor, now }: Circumstances<Trainee>,
): Promise<number> => {
  const { accountId } = actor;
  const opening = await precheck(tx, { code, accountId }, now);
  const person = await findApplicant(tx, accountId);
  if (!person.confirmed) {
    // Lock the account before the class, so that simultaneous enrolments of one person count each other.
    await lockAccount(tx, accountId);
    await refuseThirdSeat(tx, accountId);
  }
  const registrationId = await takeSeat(tx, { code }, { actor, now });
  await queueMail(tx, person, enrolledLetter({ name: person.name, ...newRegistrationFacts(opening) }), now);
  return registrationId;
};
