import { and, eq } from 'drizzle-orm';
import { accounts } from '../../accounts/tables.ts';
import type { Context } from '../../audit/actor.ts';
import { registrations } from '../../enrolment/tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { serverKey } from '../../platform/server-key.ts';
import type { Staff } from '../../staff/actors.ts';
import { findStaffClass } from '../class-of-staff.ts';
import { checkInMark, checkInRefusal } from '../rules.ts';
import { attendance } from '../tables.ts';
import { readCheckInCode } from './check-in-code.ts';
import { lockSession, writeMarks } from './mark-attendance.ts';

export const CHECK_IN_KEY = 'check-in';

interface CheckIn {
  readonly classId: number;
  readonly sessionId: number;
  readonly code: string;
}

/** Locks the registration. Refuses the code of another class without naming its person. */
const lockAttendee = async (tx: Tx, { classId, code }: CheckIn) => {
  const registrationId = readCheckInCode(code, await serverKey(tx, CHECK_IN_KEY));
  if (registrationId === null) throw new Refusal('check_in_unknown');
  const [found] = await tx
    .select({ classId: registrations.classId, state: registrations.state, name: accounts.chineseName })
    .from(registrations)
    .innerJoin(accounts, eq(accounts.id, registrations.accountId))
    .where(eq(registrations.id, registrationId))
    .for('share', { of: registrations });
  if (found?.classId !== classId) throw new Refusal('check_in_other_class');
  const values = { name: found.name ?? '' };
  if (found.state !== 'confirmed') throw new Refusal('check_in_not_confirmed', { values });
  return { registrationId, ...values };
};

interface CheckedIn {
  readonly registrationId: number;
  readonly name: string;
  readonly repeated: boolean;
}

/** Marks the person as present or late. A mark of leave or absence is replaced. */
export const checkIn = async (tx: Tx, input: CheckIn, { actor, now }: Context<Staff>): Promise<CheckedIn> => {
  const { classId, sessionId } = input;
  await findStaffClass(tx, { classId }, { actor, right: 'attendance.write' });
  const session = await lockSession(tx, { classId, sessionId });
  const { registrationId, name } = await lockAttendee(tx, input);
  const [was] = await tx
    .select()
    .from(attendance)
    .where(and(eq(attendance.sessionId, sessionId), eq(attendance.registrationId, registrationId)));
  const repeated = was?.state === 'present' || was?.state === 'late';
  if (!repeated) {
    const refusal = checkInRefusal(session, now);
    if (refusal) throw refusal;
    const is = { registrationId, checkedInAt: now, ...checkInMark(session, now) };
    await writeMarks(tx, session, [{ was, is }], { actor, now });
  }
  return { registrationId, name, repeated };
};
