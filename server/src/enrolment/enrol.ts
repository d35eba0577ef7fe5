import type { Trainee } from '../accounts/actors.ts';
import { type Contact, findContacts } from '../accounts/people/contacts.ts';
import { lockAccount } from '../accounts/queries.ts';
import type { Circumstances } from '../audit/actor.ts';
import { findPublicClassFor, type PublicClass } from '../catalogue/queries.ts';
import { personalObstacle } from '../catalogue/rules.ts';
import { queueMail } from '../mail/queue.ts';
import type { Executor, Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { enrolledLetterData } from './letter-parts.ts';
import { enrolledLetter } from './letters.ts';
import { countPending } from './queries.ts';
import { refusalsOfPersonalEnrolment } from './rules.ts';
import { takeSeats } from './seats.ts';

interface Enrolment {
  readonly code: string;
  readonly accountId: number;
}

/**
 * How many pending registrations a person without a confirmed mailbox may have: throw-away accounts must not fill a
 * class.
 */
const UNCONFIRMED_MAILBOX_PENDING_MAX = 2;

/**
 * How often `takeSeat` tries. If a seat becomes free between a failed attempt and the check for the reason, the check
 * finds no obstacle, and `takeSeat` tries again.
 */
const TRIES = 3;

const findOpening = (db: Executor, { code, accountId }: Enrolment) =>
  findPublicClassFor(db, { code, viewer: accountId });

/** Throws if the class is unknown or the person cannot enrol in it. */
const requireEnrollable = (opening: Awaited<ReturnType<typeof findOpening>>, now: Date): PublicClass => {
  if (!opening) throw new Refusal('class_unknown');
  const obstacle = personalObstacle(opening, { applied: opening.applied }, now);
  if (obstacle) throw new Refusal(refusalsOfPersonalEnrolment[obstacle]);
  return opening;
};

export const refuseUnlessEnrollable = async (
  db: Executor,
  enrolment: Enrolment,
  now: Date,
): Promise<void> => {
  requireEnrollable(await findOpening(db, enrolment), now);
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
    await refuseUnlessEnrollable(tx, { code, accountId }, now);
  }
  throw new Refusal('class_full');
};

/** Only for a person without a confirmed mailbox. Throws if they may have no more pending registrations. */
const refuseTooManyPending = async (db: Executor, accountId: number): Promise<void> => {
  if ((await countPending(db, accountId)) < UNCONFIRMED_MAILBOX_PENDING_MAX) return;
  throw new Refusal('email_unconfirmed', { values: { n: UNCONFIRMED_MAILBOX_PENDING_MAX } });
};

/** Does nothing if the person's mailbox is confirmed. */
export const refuseTooManyPendingUnlessMailboxConfirmed = async (
  db: Executor,
  accountId: number,
): Promise<void> => {
  const [person] = await findContacts(db, [accountId]);
  if (person && !person.hasConfirmedMailbox) await refuseTooManyPending(db, accountId);
};

const requireComplete = (person: Contact | undefined): Contact => {
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
  const [found, [contact]] = await Promise.all([
    findOpening(tx, { code, accountId }),
    findContacts(tx, [accountId]),
  ]);
  const opening = requireEnrollable(found, now);
  const person = requireComplete(contact);
  if (!person.hasConfirmedMailbox) {
    // Lock the account before the class, so that simultaneous enrolments of one person count each other.
    await lockAccount(tx, accountId);
    await refuseTooManyPending(tx, accountId);
  }
  const registrationId = await takeSeat(tx, { code }, { actor, now });
  await queueMail(tx, person, enrolledLetter({ name: person.name, ...enrolledLetterData(opening) }), now);
  return registrationId;
};
