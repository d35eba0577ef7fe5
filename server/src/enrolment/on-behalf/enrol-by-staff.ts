import { refusals } from '@portal/contract/errors';
import type { Context } from '../../audit/actor.ts';
import { findPublicClass, type PublicClass } from '../../catalogue/queries.ts';
import { hasStarted, personalObstacle } from '../../catalogue/rules.ts';
import { isPublic } from '../../classes/states.ts';
import { queueMail } from '../../mail/queue.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { enrolledLetterData } from '../letter-parts.ts';
import { enrolledLetter } from '../letters.ts';
import { lockClasses } from '../lock-registrations.ts';
import { mayReviewIn } from '../policy.ts';
import { refusalsOfPersonalEnrolment } from '../rules.ts';
import { takeSeatForPerson } from '../seats/seats.ts';
import { requireApplicant } from './require-applicant.ts';

interface StaffEnrolment {
  readonly code: string;
  readonly accountId: number;
  /** Required if the person could not enrol themselves. */
  readonly reason: string | null;
}

const lockPublicClass = async (tx: Tx, code: string, actor: Staff): Promise<PublicClass> => {
  const found = await findPublicClass(tx, code);
  const [locked] = found ? await lockClasses(tx, [found.id]) : [];
  // The class may have been withdrawn or called off while waiting for the lock.
  if (!found || !locked || !isPublic(locked.state) || !mayReviewIn(actor, locked)) {
    throw new Refusal('staff_class_unknown');
  }
  // Names from `found`, columns as they are under the lock.
  return { ...found, ...locked };
};

/** Staff who give a reason may enrol outside the enrolment period and where personal enrolment is not allowed. */
const refuseUnlessAllowed = (trainingClass: PublicClass, reason: string | null, now: Date): void => {
  if (hasStarted(trainingClass, now)) throw new Refusal('staff_class_started');
  if (trainingClass.groupId !== null) {
    throw new Refusal('class_reserved', { values: { name: trainingClass.groupName ?? '' } });
  }
  const obstacle = personalObstacle(trainingClass, { applied: false }, now);
  // `takeSeatForPerson` refuses a full class: no reason overrides that.
  if (obstacle === null || obstacle === 'full' || reason !== null) return;
  throw new Refusal('override_reason', {
    values: { what: refusals[refusalsOfPersonalEnrolment[obstacle]].text },
  });
};

export const enrolByStaff = async (
  tx: Tx,
  { code, accountId, reason }: StaffEnrolment,
  { actor, now }: Context<Staff>,
): Promise<number> => {
  const person = await requireApplicant(tx, accountId, { actor, now });
  const trainingClass = await lockPublicClass(tx, code, actor);
  refuseUnlessAllowed(trainingClass, reason, now);
  const seat = { classId: trainingClass.id, accountId, note: reason };
  const registrationId = await takeSeatForPerson(tx, seat, { actor, now });
  await queueMail(
    tx,
    person,
    enrolledLetter({ name: person.name, ...enrolledLetterData(trainingClass) }),
    now,
  );
  return registrationId;
};
