import { readableTime } from '@portal/contract/dates';
import type { Trainee } from '../../accounts/actors.ts';
import { type Contact, findContacts } from '../../accounts/people/contacts.ts';
import type { Context } from '../../audit/actor.ts';
import { findPublicClassFor, type PublicClass } from '../../catalogue/queries.ts';
import { personalObstacle } from '../../catalogue/rules.ts';
import { queueMails } from '../../mail/queue.ts';
import type { Executor, Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { enrolledLetterData } from '../letter-parts.ts';
import { enrolledLetter } from '../letters.ts';
import { refusalsOfPersonalEnrolment } from '../rules.ts';
import { checkUnconfirmed } from './limit-unconfirmed.ts';
import { takeSeats } from './seats.ts';
import { confirmByOf } from './unconfirmed.ts';

/**
 * If a seat becomes free between a failed attempt of `takeSeats` and the check for the reason, the check finds no
 * obstacle, and `takeSeats` tries again.
 */
const MAX_ATTEMPTS = 3;

/** A person who wants a seat. */
interface Applicant {
  readonly actor: Trainee;
  /** The tag of the applicant's network, from `networkTag`. */
  readonly network?: string | undefined;
}

/** The id of the pending registration, or why there is none: a `Refusal`, or `AccountLocked`. */
type EnrolmentOutcome = number | Error;

type FoundClass = Awaited<ReturnType<typeof findPublicClassFor>>;

/** Why the class is unknown or not open to the person, or null. */
const classRefusal = (found: FoundClass, accountId: number, now: Date): Refusal | null => {
  if (!found) return new Refusal('class_unknown');
  const obstacle = personalObstacle(found.trainingClass, { applied: found.applied.has(accountId) }, now);
  return obstacle && new Refusal(refusalsOfPersonalEnrolment[obstacle]);
};

interface Enrolment {
  readonly code: string;
  readonly accountId: number;
}

/** Throws if the class is unknown or not open to the person. */
export const refuseUnlessEnrollable = async (
  db: Executor,
  { code, accountId }: Enrolment,
  now: Date,
): Promise<void> => {
  const refusal = classRefusal(await findPublicClassFor(db, { code, viewers: [accountId] }), accountId, now);
  if (refusal) throw refusal;
};

interface Candidate extends Applicant {
  readonly contact: Contact;
}

/** Takes seats in the order of the candidates, and adds their outcomes. */
const takeSeatsInOrder = async (
  tx: Tx,
  { code, candidates }: { readonly code: string; readonly candidates: readonly Candidate[] },
  outcomes: Map<number, EnrolmentOutcome>,
  now: Date,
): Promise<void> => {
  let waiting = candidates;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS && waiting.length > 0; attempt++) {
    const people = waiting.map(({ actor, network, contact }) => ({
      ...{ accountId: actor.accountId, actor, network },
      confirmBy: confirmByOf(contact, now),
    }));
    for (const seat of await takeSeats(tx, { code, groupId: null, people }, now))
      outcomes.set(seat.accountId, seat.registrationId);
    waiting = waiting.filter(({ contact }) => !outcomes.has(contact.id));
    if (waiting.length === 0) return;
    const found = await findPublicClassFor(tx, { code, viewers: waiting.map(({ contact }) => contact.id) });
    for (const { contact } of waiting) {
      const refusal = classRefusal(found, contact.id, now);
      if (refusal) outcomes.set(contact.id, refusal);
    }
    waiting = waiting.filter(({ contact }) => !outcomes.has(contact.id));
  }
  for (const { contact } of waiting) outcomes.set(contact.id, new Refusal('class_full'));
};

const queueEnrolledMails = (
  tx: Tx,
  trainingClass: PublicClass,
  enrolled: readonly Contact[],
  now: Date,
): Promise<void> => {
  const data = enrolledLetterData(trainingClass);
  const compose = (person: Contact) => {
    const confirmBy = confirmByOf(person, now);
    return enrolledLetter({
      name: person.name,
      ...data,
      ...(confirmBy && { confirmBy: readableTime(confirmBy) }),
    });
  };
  return queueMails(tx, enrolled, compose, now);
};

/**
 * Enrols people in one class, the first ones while seats are free, and queues the mails about it. Returns an outcome
 * for each, in their order; a refusal of one does not affect the others. No person may be given twice.
 */
export const enrolPeople = async (
  tx: Tx,
  { code, applicants }: { readonly code: string; readonly applicants: readonly Applicant[] },
  now: Date,
): Promise<EnrolmentOutcome[]> => {
  const ids = applicants.map(({ actor }) => actor.accountId);
  const [found, people] = await Promise.all([
    findPublicClassFor(tx, { code, viewers: ids }),
    findContacts(tx, ids),
  ]);
  const contacts = new Map(people.map((person) => [person.id, person]));
  const outcomes = new Map<number, EnrolmentOutcome>();
  const open = applicants.flatMap((applicant): Candidate[] => {
    const id = applicant.actor.accountId;
    const contact = contacts.get(id);
    const refusal = classRefusal(found, id, now);
    if (!refusal && contact?.complete) return [{ ...applicant, contact }];
    outcomes.set(id, refusal ?? new Refusal('profile_incomplete'));
    return [];
  });
  const unconfirmed = open.flatMap(({ contact }) => (contact.isConfirmed ? [] : [contact.id]));
  const refused = await checkUnconfirmed(tx, unconfirmed, { mayWait: applicants.length === 1 });
  for (const [id, outcome] of refused) outcomes.set(id, outcome);
  const candidates = open.filter(({ contact }) => !outcomes.has(contact.id));
  if (found && candidates.length > 0) {
    await takeSeatsInOrder(tx, { code, candidates }, outcomes, now);
    const enrolled = candidates.flatMap(({ contact }) =>
      typeof outcomes.get(contact.id) === 'number' ? [contact] : [],
    );
    await queueEnrolledMails(tx, found.trainingClass, enrolled, now);
  }
  return ids.map((id) => outcomes.get(id) ?? new Error(`no outcome for ${id}`));
};

interface EnrolmentInput {
  readonly code: string;
  /** The tag of the caller's network, from `networkTag`. */
  readonly network?: string;
}

/**
 * Enrols the caller, and queues the mail about it. Returns the id of the pending registration. Throws if the class
 * is not open to the person or full, or if the person must complete the profile or confirm the mailbox first.
 */
export const enrol = async (
  tx: Tx,
  { code, network }: EnrolmentInput,
  { actor, now }: Context<Trainee>,
): Promise<number> => {
  const [outcome] = await enrolPeople(tx, { code, applicants: [{ actor, network }] }, now);
  if (typeof outcome === 'number') return outcome;
  throw outcome ?? new Error('no outcome');
};
