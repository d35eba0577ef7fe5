import { readable, today } from '@portal/contract/dates';
import { and, eq, inArray } from 'drizzle-orm';
import { findContacts } from '../../accounts/people/contacts.ts';
import type { Context } from '../../audit/actor.ts';
import { findSessions } from '../../classes/queries.ts';
import { type LockedRegistration, lockInClass, MovedMeanwhile } from '../../enrolment/lock-registrations.ts';
import { requireRegistration } from '../../enrolment/require-registration.ts';
import { queueMail } from '../../mail/queue.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { certificateIssuedLetter } from '../letters.ts';
import { findKind } from '../queries.ts';
import { lastValidDay } from '../rules.ts';
import { certificates } from '../tables.ts';
import { type Issued, insertCertificate, lockHolder, refuseUnprintableHolder } from './insert-certificate.ts';

/** A certificate that was issued for the registration and is not revoked. */
const findIssued = async (tx: Tx, registrationId: number): Promise<Issued | undefined> => {
  const [found] = await tx
    .select({ id: certificates.id, number: certificates.number })
    .from(certificates)
    .where(
      and(
        eq(certificates.registrationId, registrationId),
        inArray(certificates.state, ['valid', 'renewed', 'lapsed']),
      ),
    );
  return found;
};

const findTraining = async (tx: Tx, { class: attended }: LockedRegistration, courseHours: number) => {
  const days = (await findSessions(tx, attended.id)).map(({ date }) => date).toSorted();
  return {
    classCode: attended.code,
    hours: attended.hours ?? courseHours,
    firstDay: days[0] ?? today(attended.startTime),
    lastDay: days.at(-1) ?? today(attended.endTime ?? attended.startTime),
  };
};

/** Issues the certificate of a class that the person has passed. Returns the existing one if it was issued before. */
export const issueForRegistration = async (
  tx: Tx,
  { registrationId }: { readonly registrationId: number },
  { actor, now }: Context<Staff>,
): Promise<Issued> => {
  const { accountId, classId } = await requireRegistration(tx, registrationId, {
    actor,
    right: 'certificate.issue',
  });
  await refuseUnprintableHolder(tx, accountId);
  const holder = await lockHolder(tx, accountId);
  const [registration] = await lockInClass(tx, classId, [registrationId]);
  if (!registration) throw new Refusal('review_conflict');
  if (registration.accountId !== accountId)
    throw new MovedMeanwhile(`registration ${registrationId} is another person's by now`);
  const earlier = await findIssued(tx, registrationId);
  if (earlier) return earlier;
  // A confirmed registration is fully paid.
  if (registration.state !== 'confirmed' || registration.result !== 1)
    throw new Refusal('certificate_not_passed');
  const { organizationId, courseId } = registration.class;
  const kind = await findKind(tx, courseId);
  if (!kind) throw new Refusal('certificate_kind');
  const training = await findTraining(tx, registration, kind.hours);
  const issuedOn = today(now);
  if (training.lastDay > issuedOn) throw new Refusal('certificate_before_end');
  const endTime = lastValidDay(issuedOn, kind.years);
  const issued = await insertCertificate(
    tx,
    { holder, organizationId, courseId, registrationId, issuedOn, years: kind.years, endTime, training },
    { actor, now },
  );
  const [person] = await findContacts(tx, [accountId]);
  if (person) {
    const { number } = issued;
    const letter = { name: person.name, certificate: kind.name, number, end: readable(endTime) };
    await queueMail(tx, person, certificateIssuedLetter(letter), now);
  }
  return issued;
};
