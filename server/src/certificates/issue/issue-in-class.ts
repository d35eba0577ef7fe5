import { readable, today } from '@portal/contract/dates';
import { and, eq, inArray } from 'drizzle-orm';
import { findContacts } from '../../accounts/people/contacts.ts';
import { accounts } from '../../accounts/tables.ts';
import type { Context } from '../../audit/actor.ts';
import type { LockedClass } from '../../catalogue/lock-class.ts';
import { findSessions } from '../../classes/queries.ts';
import { lockInClass, MovedMeanwhile } from '../../enrolment/lock-registrations.ts';
import { registrations } from '../../enrolment/tables.ts';
import { queueMails } from '../../mail/queue.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { certificateIssuedLetter } from '../letters.ts';
import { refuseUnprintable } from '../papers/refuse-unprintable.ts';
import { mayIssue } from '../policy.ts';
import { findKind } from '../queries.ts';
import { lastValidDay } from '../rules.ts';
import { certificates } from '../tables.ts';
import { lockHolders } from './holder.ts';
import { type Issued, insertCertificates, type Outcome } from './insert-certificates.ts';
import type { NewHolder } from './prepare-holders.ts';

interface InClass {
  readonly classId: number;
  readonly registrationIds: readonly number[];
}

/** Reads the names before the locks. */
const findPeople = (tx: Tx, { classId, registrationIds }: InClass) =>
  tx
    .select({
      registrationId: registrations.id,
      accountId: registrations.accountId,
      chineseName: accounts.chineseName,
      englishName: accounts.englishName,
    })
    .from(registrations)
    .innerJoin(accounts, eq(accounts.id, registrations.accountId))
    .where(and(eq(registrations.classId, classId), inArray(registrations.id, [...registrationIds])));
type Person = Awaited<ReturnType<typeof findPeople>>[number];

type Outcomes = Map<number, Outcome>;

/** It may have to wait for other papers. */
const refuseUnprintablePeople = async (people: readonly Person[], outcomes: Outcomes): Promise<void> => {
  for (const person of people)
    try {
      await refuseUnprintable(person);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      outcomes.set(person.registrationId, error);
    }
};

/** Returns the certificates that were issued for the registrations and are not revoked. */
const findIssued = async (tx: Tx, registrationIds: readonly number[]) => {
  const found = await tx
    .select({
      ...{ id: certificates.id, number: certificates.number },
      registrationId: certificates.registrationId,
    })
    .from(certificates)
    .where(
      and(
        inArray(certificates.registrationId, [...registrationIds]),
        inArray(certificates.state, ['valid', 'renewed', 'lapsed']),
      ),
    );
  return new Map(found.map(({ registrationId, ...issued }) => [registrationId, issued as Issued]));
};

const findTraining = async (tx: Tx, attended: LockedClass, courseHours: number) => {
  const days = (await findSessions(tx, attended.id)).map(({ date }) => date);
  return {
    classCode: attended.code,
    hours: attended.hours ?? courseHours,
    firstDay: days[0] ?? today(attended.startTime),
    lastDay: days.at(-1) ?? today(attended.endTime ?? attended.startTime),
  };
};

/** Returns the terms that all certificates of the class have. */
const findTerms = async (tx: Tx, attended: LockedClass, now: Date) => {
  const { organizationId, courseId } = attended;
  const kind = await findKind(tx, courseId);
  if (!kind) throw new Refusal('certificate_kind');
  const training = await findTraining(tx, attended, kind.hours);
  const issuedOn = today(now);
  if (training.lastDay > issuedOn) throw new Refusal('certificate_before_end');
  const endTime = lastValidDay(issuedOn, kind.years);
  return { name: kind.name, organizationId, courseId, issuedOn, years: kind.years, endTime, training };
};
type Terms = Awaited<ReturnType<typeof findTerms>>;

/** Locks people, class and registrations. Leaves out those who are in another class by now. */
const lockPeople = async (tx: Tx, people: readonly Person[], classId: number) => {
  const holders = await lockHolders(
    tx,
    people.map(({ accountId }) => accountId),
  );
  const locked = await lockInClass(
    tx,
    classId,
    people.map(({ registrationId }) => registrationId),
  );
  return locked.map((registration) => {
    const holder = holders.get(registration.accountId);
    if (!holder) throw new MovedMeanwhile(`registration ${registration.id} is another person's by now`);
    return { holder, registration };
  });
};

/** Returns those who get one now, and notes the outcomes of the others. */
const chooseHolders = async (tx: Tx, locked: Awaited<ReturnType<typeof lockPeople>>, outcomes: Outcomes) => {
  const issued = await findIssued(
    tx,
    locked.map(({ registration }) => registration.id),
  );
  return locked.flatMap(({ holder, registration: { id: registrationId, result } }) => {
    // Only a confirmed registration, which is fully paid, has a result.
    const refusal = result === 1 ? null : new Refusal('certificate_not_passed');
    const outcome = issued.get(registrationId) ?? refusal;
    if (!outcome) return [{ holder, registrationId }];
    outcomes.set(registrationId, outcome);
    return [];
  });
};

const writeTo = async (tx: Tx, issued: ReadonlyMap<number, Issued>, terms: Terms, now: Date) => {
  const { name: certificate, endTime } = terms;
  const end = readable(endTime);
  const contacts = await findContacts(tx, [...issued.keys()]);
  const letterTo = ({ id, name }: (typeof contacts)[number]) =>
    certificateIssuedLetter({ name, certificate, number: issued.get(id)?.number ?? '', end });
  await queueMails(tx, contacts, letterTo, now);
};

const issueTo = async (
  tx: Tx,
  chosen: readonly NewHolder[],
  attended: LockedClass,
  { actor, now }: Context<Staff>,
): Promise<ReadonlyMap<number, Outcome>> => {
  const { name, ...terms } = await findTerms(tx, attended, now);
  const made = await insertCertificates(tx, { ...terms, holders: chosen }, { actor, now });
  const issued = [...made].flatMap(([accountId, outcome]) =>
    outcome instanceof Refusal ? [] : [[accountId, outcome] as const],
  );
  await writeTo(tx, new Map(issued), { name, ...terms }, now);
  return made;
};

/** A refusal of the whole batch, for example of a class that has not ended, comes before the first write. */
const issueOrRefuse = async (...asked: Parameters<typeof issueTo>) => {
  try {
    const made = await issueTo(...asked);
    return (accountId: number): Outcome | undefined => made.get(accountId);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return (): Outcome => error;
  }
};

/**
 * Issues the certificates of a class to people who have passed it; statements do not grow with the people. Returns for each
 * registration of the class its certificate, which may have been issued before, or why it gets none.
 */
export const issueInClass = async (
  tx: Tx,
  inClass: InClass,
  context: Context<Staff>,
): Promise<ReadonlyMap<number, Outcome>> => {
  const outcomes: Outcomes = new Map();
  const people = await findPeople(tx, inClass);
  await refuseUnprintablePeople(people, outcomes);
  const printable = people.filter(({ registrationId }) => !outcomes.has(registrationId));
  if (printable.length === 0) return outcomes;
  const locked = await lockPeople(tx, printable, inClass.classId);
  const attended = locked[0]?.registration.class;
  if (!attended) return outcomes;
  if (!mayIssue(context.actor, attended.organizationId)) throw new Refusal('registration_unknown');
  const chosen = await chooseHolders(tx, locked, outcomes);
  if (chosen.length === 0) return outcomes;
  const outcomeOf = await issueOrRefuse(tx, chosen, attended, context);
  for (const { holder, registrationId } of chosen) {
    const outcome = outcomeOf(holder.accountId);
    if (outcome) outcomes.set(registrationId, outcome);
  }
  return outcomes;
};
