import type { Trainee } from '../accounts/actors.ts';
import { type Contact, findContacts } from '../accounts/people/contacts.ts';
import type { Context } from '../audit/actor.ts';
import { findPublicClass, type PublicClass } from '../catalogue/queries.ts';
import { groupObstacle } from '../catalogue/rules.ts';
import { enrolledLetterData } from '../enrolment/letter-parts.ts';
import { findSeated } from '../enrolment/queries.ts';
import { takeSeats } from '../enrolment/seats/seats.ts';
import { queueMails } from '../mail/queue.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import { groupEnrolledLetter } from './letters.ts';
import type { ManagedGroup } from './policy.ts';
import { findGroupPersonIds } from './queries.ts';
import { groupRefusals } from './rules.ts';

interface Enrolment {
  readonly code: string;
  readonly group: ManagedGroup;
  readonly accountIds: readonly number[];
  /** Seats given back earlier in this transaction. */
  readonly givenBack?: number;
}

const requireClassForGroup = async (
  tx: Tx,
  code: string,
  groupId: number,
  now: Date,
): Promise<PublicClass> => {
  const trainingClass = await findPublicClass(tx, code);
  if (!trainingClass) throw new Refusal('class_unknown');
  const reserved = trainingClass.groupId !== null && trainingClass.groupId !== groupId;
  // `takeSeats` checks the number of seats.
  const obstacle = groupObstacle(trainingClass, { ignoreSeats: true }, now);
  if (reserved || obstacle) throw new Refusal(groupRefusals[obstacle ?? 'not_allowed']);
  return trainingClass;
};

/**
 * Names one of those who got no seat because they hold one already. If nobody holds one, too few seats were free and none
 * was taken; the refusal then says how many were free before this transaction gave any back.
 */
const findSeatRefusal = async (
  tx: Tx,
  trainingClass: PublicClass,
  { withoutNewSeat, givenBack }: { withoutNewSeat: readonly Contact[]; givenBack: number },
): Promise<Refusal> => {
  const accountIds = withoutNewSeat.map(({ id }) => id);
  const seated = await findSeated(tx, { classId: trainingClass.id, accountIds });
  const name = withoutNewSeat.find(({ id }) => seated.includes(id))?.name;
  return name === undefined
    ? new Refusal('seats_left', {
        values: { n: trainingClass.limitNumber - trainingClass.number - givenBack },
      })
    : new Refusal('member_applied', { values: { name } });
};

const requireInGroup = async (tx: Tx, groupId: number, accountIds: readonly number[]): Promise<Contact[]> => {
  const people = await findContacts(tx, accountIds);
  const inGroup = await findGroupPersonIds(tx, groupId);
  for (const accountId of accountIds) {
    const person = people.find(({ id }) => id === accountId);
    const values = { name: person?.name ?? '' };
    if (!person || !inGroup.includes(accountId)) throw new Refusal('member_not_in_group', { values });
    if (!person.complete) throw new Refusal('member_not_eligible', { values });
  }
  return people;
};

/**
 * Takes a seat for each person. If it throws, the caller must roll back. Returns the ids of the registrations, sorted by
 * account id, whatever the order of `accountIds`.
 */
export const enrolMembers = async (
  tx: Tx,
  { code, group, accountIds, givenBack = 0 }: Enrolment,
  { actor, now }: Context<Trainee>,
): Promise<number[]> => {
  const groupId = group.id;
  const trainingClass = await requireClassForGroup(tx, code, groupId, now);
  const people = await requireInGroup(tx, groupId, accountIds);
  const wanted = people.map(({ id }) => ({ accountId: id, actor }));
  const seats = await takeSeats(tx, { code, groupId, people: wanted }, now);
  if (seats.length < people.length) {
    const withoutNewSeat = people.filter(({ id }) => seats.every(({ accountId }) => accountId !== id));
    const classNow = await requireClassForGroup(tx, code, groupId, now);
    throw await findSeatRefusal(tx, classNow, { withoutNewSeat, givenBack });
  }
  await queueMails(
    tx,
    people,
    ({ name }) => groupEnrolledLetter({ name, group: group.name, ...enrolledLetterData(trainingClass) }),
    now,
  );
  return seats.map(({ registrationId }) => registrationId);
};
