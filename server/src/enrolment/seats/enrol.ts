import { readableTime } from '@portal/contract/dates';
import type { Trainee } from '../../accounts/actors.ts';
import { type Contact, findContacts } from '../../accounts/people/contacts.ts';
import { lockAccount } from '../../accounts/queries.ts';
import type { Context } from '../../audit/actor.ts';
import { findPublicClassFor, type PublicClass } from '../../catalogue/queries.ts';
import { personalObstacle } from '../../catalogue/rules.ts';
import { queueMail } from '../../mail/queue.ts';
import type { Executor, Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { enrolledLetterData } from '../letter-parts.ts';
import { enrolledLetter } from '../letters.ts';
import { countPending, hasLapsedSeat } from '../queries.ts';
import { refusalsOfPersonalEnrolment } from '../rules.ts';
import { takeSeats } from './seats.ts';
import { confirmByOf } from './unconfirmed.ts';

interface Enrolment {
  readonly code: string;
  readonly accountId: number;
}

interface EnrolmentInput {
  readonly code: string;
  /** The tag of the caller's network, from `networkTag`. */
  readonly network?: string;
}

/** The pending registrations that an unconfirmed person may have, so that throw-away accounts cannot fill a class. */
const MAX_UNCONFIRMED_PENDING = 2;

/**
 * If a seat becomes free between a failed attempt of `takeSeat` and the check for the reason, the check finds no
 * obstacle, and `takeSeat` tries again.
 */
const MAX_ATTEMPTS = 3;

const findTrainingClass = (db: Executor, { code, accountId }: Enrolment) =>
  findPublicClassFor(db, { code, viewer: accountId });

/** Throws if the class is unknown or not open to the person. */
const requireEnrollable = (
  trainingClass: Awaited<ReturnType<typeof findTrainingClass>>,
  now: Date,
): PublicClass => {
  if (!trainingClass) throw new Refusal('class_unknown');
  const obstacle = personalObstacle(trainingClass, { applied: trainingClass.applied }, now);
  if (obstacle) throw new Refusal(refusalsOfPersonalEnrolment[obstacle]);
  return trainingClass;
};

export const refuseUnlessEnrollable = async (
  db: Executor,
  enrolment: Enrolment,
  now: Date,
): Promise<void> => {
  requireEnrollable(await findTrainingClass(db, enrolment), now);
};

const takeSeat = async (
  tx: Tx,
  { code, ...details }: EnrolmentInput & { readonly confirmBy: Date | null },
  { actor, now }: Context<Trainee>,
): Promise<number> => {
  const { accountId } = actor;
  const seatRequest = { code, groupId: null, accountIds: [accountId], actor, ...details };
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const [seat] = await takeSeats(tx, seatRequest, now);
    if (seat) return seat.registrationId;
    await refuseUnlessEnrollable(tx, { code, accountId }, now);
  }
  throw new Refusal('class_full');
};

/** Throws if the person, who must be unconfirmed, had a seat that lapsed or has too many pending registrations. */
const refuseUnconfirmedOverLimit = async (db: Executor, accountId: number): Promise<void> => {
  if (await hasLapsedSeat(db, accountId)) throw new Refusal('seat_lapsed');
  if ((await countPending(db, accountId)) < MAX_UNCONFIRMED_PENDING) return;
  throw new Refusal('email_unconfirmed', { values: { n: MAX_UNCONFIRMED_PENDING } });
};

/** Throws `seat_lapsed` or `email_unconfirmed`. Does nothing if the person is confirmed. */
export const refuseOverLimitUnlessConfirmed = async (db: Executor, accountId: number): Promise<void> => {
  const [person] = await findContacts(db, [accountId]);
  if (person && !person.isConfirmed) await refuseUnconfirmedOverLimit(db, accountId);
};

const requireComplete = (person: Contact | undefined): Contact => {
  if (!person?.complete) throw new Refusal('profile_incomplete');
  return person;
};

/**
 * Enrols the caller, and queues the mail about it. Returns the id of the pending registration. Throws if the class
 * is not open to the person or full, or if the person must complete the profile or confirm the mailbox first.
 */
export const enrol = async (
  tx: Tx,
  { code, network }: EnrolmentInput,
  { actor, now }: Context<Trainee>,
): Promise<number> => {
  const { accountId } = actor;
  const [found, [contact]] = await Promise.all([
    findTrainingClass(tx, { code, accountId }),
    findContacts(tx, [accountId]),
  ]);
  const trainingClass = requireEnrollable(found, now);
  const person = requireComplete(contact);
  if (!person.isConfirmed) {
    // Lock the account before the class, so that simultaneous enrolments of one person count each other.
    await lockAccount(tx, accountId);
    await refuseUnconfirmedOverLimit(tx, accountId);
  }
  const confirmBy = confirmByOf(person, now);
  const seatRequest = { code, confirmBy, ...(network !== undefined && { network }) };
  const registrationId = await takeSeat(tx, seatRequest, { actor, now });
  const data = { name: person.name, ...enrolledLetterData(trainingClass) };
  const letter = enrolledLetter({ ...data, ...(confirmBy && { confirmBy: readableTime(confirmBy) }) });
  await queueMail(tx, person, letter, now);
  return registrationId;
};
