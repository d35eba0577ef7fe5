import { and, eq } from 'drizzle-orm';
import { accounts } from '../../accounts/tables.ts';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { registrations } from '../../enrolment/tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { findStaffClass } from '../class-of-staff.ts';

interface Attendee {
  readonly classId: number;
  readonly registrationId: number;
}

/** Returns the storage key of the photo of somebody who attends the class. Each call records an event. */
export const showAttendeePhoto = async (
  tx: Tx,
  { classId, registrationId }: Attendee,
  { actor, now }: Context<Staff>,
): Promise<string> => {
  await findStaffClass(tx, { classId }, { actor, right: 'attendance.read' });
  const [person] = await tx
    .select({ accountId: accounts.id, photoKey: accounts.photoKey })
    .from(registrations)
    .innerJoin(accounts, eq(accounts.id, registrations.accountId))
    .where(
      and(
        eq(registrations.id, registrationId),
        eq(registrations.classId, classId),
        eq(registrations.state, 'confirmed'),
      ),
    );
  if (!person?.photoKey) throw new Refusal('not_found');
  const subject = { subject: 'registration', subjectId: registrationId } as const;
  const after = { accountId: person.accountId };
  await recordEvent(tx, { actor, action: 'person.show_photo', ...subject, after }, now);
  return person.photoKey;
};
