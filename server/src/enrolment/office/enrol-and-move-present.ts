import { isoTaipei } from '@portal/contract/dates';
import { type RefusalCode, refusals } from '@portal/contract/errors';
import type { Applicant, MoveTarget } from '@portal/contract/office/enrolment';
import { maskIdentity, maskPhone } from '../../accounts/people/mask.ts';
import { personalObstacle } from '../../catalogue/rules.ts';
import { Refusal, refusalText } from '../../platform/errors.ts';
import type { ApplicantRow } from '../on-behalf/find-applicants.ts';
import { moveRefusal, refusalsOfPersonalEnrolment } from '../rules.ts';
import type { findRegistrationToMove, UpcomingClass } from './enrol-and-move-queries.ts';

const presentUpcoming = ({ class: trainingClass, course, organization }: UpcomingClass) => ({
  code: trainingClass.code,
  course,
  organization,
  startTime: isoTaipei(trainingClass.startTime),
  place: trainingClass.place,
  fee: trainingClass.fee,
  left: trainingClass.limitNumber - trainingClass.number,
});

const textOf = (code: RefusalCode, name: string | null): string =>
  refusalText(new Refusal(code, { values: { name: name ?? '' } }));

const presentObstacle = ({ class: trainingClass, groupName }: UpcomingClass, now: Date) => {
  const code = personalObstacle(trainingClass, { applied: false }, now);
  if (code === null) return null;
  if (trainingClass.groupId !== null) {
    return { code: 'not_allowed' as const, text: textOf('class_reserved', groupName), overridable: false };
  }
  return {
    code,
    text: refusals[refusalsOfPersonalEnrolment[code]].text,
    overridable: code !== 'started' && trainingClass.number < trainingClass.limitNumber,
  };
};

export const presentClassToEnrolIn = (found: UpcomingClass, now: Date) => ({
  ...presentUpcoming(found),
  obstacle: presentObstacle(found, now),
});

type RegistrationToMove = NonNullable<Awaited<ReturnType<typeof findRegistrationToMove>>>;

export const presentMoveTarget = (
  target: UpcomingClass,
  { registration, class: from }: RegistrationToMove,
  now: Date,
): MoveTarget => {
  const refusal = moveRefusal(registration, from, target.class, now);
  return {
    ...presentUpcoming(target),
    difference: target.class.fee - (registration.fee ?? from.fee),
    obstacle: refusal && textOf(refusal, target.groupName),
  };
};

export const presentApplicant = ({
  name,
  identity,
  phone,
  suspendedAt,
  ...row
}: ApplicantRow): Applicant => ({
  ...row,
  name: name ?? '',
  identity: maskIdentity(identity),
  phone: phone === null ? null : maskPhone(phone),
  suspended: suspendedAt !== null,
});
