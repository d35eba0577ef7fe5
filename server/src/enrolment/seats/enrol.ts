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

interface Wanted {
  readonly code: string;
  /** As `networkTag` names it. */
  readonly network?: string;
}

/** How many pending registrations an unconfirmed person may have: throw-away accounts must not fill a class. */
const UNCONFIRMED_PENDING_MAX = 2;

/**
 * How often `takeSeat` tries. If a seat becomes free between a failed attempt and the check for the reason, the check
 * finds no obstacle, and `takeSeat` tries again.
 */
const TRIES = 3;

const findTrainingClass = (db: Executor, { code, accountId }: Enrolment) =>
  findPublicClassFor(db, { code, viewer: accountId });

/** Throws if the class is unknown or the person cannot enrol in it. */
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
  { code, ...details }: Wanted & { readonly confirmBy: Date | null },
  { actor, now }: Context<Trainee>,
): Promise<number> => {
  const { accountId } = actor;
  const wanted = { code, groupId: null, accountIds: [accountId], actor, ...details };
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const [seat] = await takeSeats(tx, wanted, now);
    if (seat) return seat.registrationId;
    await refuseUnlessEnrollable(tx, { code, accountId }, now);
  }
  throw new Refusal('class_full');
};

/** Only for an unconfirmed person. Throws if they may take no more seats. */
const refuseMoreSeats = async (db: Executor, accountId: number): Promise<void> => {
  if (await hasLapsedSeat(db, accountId)) throw new Refusal('seat_lapsed');
  if ((await countPending(db, accountId)) < UNCONFIRMED_PENDING_MAX) return;
  throw new Refusal('email_unconfirmed', { values: { n: UNCONFIRMED_PENDING_MAX } });
};

/** Does nothing if the person is confirmed. */
export const refuseMoreSeatsUnlessConfirmed = async (db: Executor, accountId: number): Promise<void> => {
  const [person] = await findContacts(db, [accountId]);
  if (person && !person.isConfirmed) await refuseMoreSeats(db, accountId);
};

const requireComplete = (person: Contact | undefined): Contact => {
  if (!person?.complete) throw new Refusal('profile_incomplete');
  return person;
};

/** Returns the id of the pending registration. */
export const enrol = async (
  tx: Tx,
  { code, network }: Wanted,
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
    await refuseMoreSeats(tx, accountId);
  }
  const confirmBy = confirmByOf(person, now);
  const wanted = { code, confirmBy, ...(network !== undefined && { network }) };
  const registrationId = await takeSeat(tx, wanted, { actor, now });
  const data = { name: person.name, ...enrolledLetterData(trainingClass) };
  const letter = enrolledLetter({ ...data, ...(confirmBy && { confirmBy: readableTime(confirmBy) }) });
  await queueMail(tx, person, letter, now);
  return registrationId;
};
