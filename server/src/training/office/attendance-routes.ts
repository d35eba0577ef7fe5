import * as contract from '@portal/contract/office/training';
import { taughtClasses } from '@portal/contract/office/training';
import { findSessions } from '../../classes/queries.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { Refusal, refusalText } from '../../platform/errors.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { checkIn } from '../attendance/check-in.ts';
import { markAttendance } from '../attendance/mark-attendance.ts';
import { showAttendeePhoto } from '../attendance/show-photo.ts';
import { findClassesOfToday, findClassesWithoutResults } from '../attendance/taught-classes.ts';
import { findStaffClass } from '../class-of-staff.ts';
import { attendancePermissions } from '../policy.ts';
import {
  attendedBy,
  marksByPerson,
  presentAttendance,
  presentAttended,
  presentMark,
  presentTaught,
} from './present.ts';
import { findConfirmed, findMarks } from './queries.ts';

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

export const attendanceRoutes: OfficeRoutes = (serve, { db, files }) => {
  serve(taughtClasses, async ({ query, actor, now }) => {
    const view = { staff: actor, now, ...query };
    const [ofToday, missing] = await Promise.all([
      findClassesOfToday(db, view),
      findClassesWithoutResults(db, view),
    ]);
    return { today: ofToday.map(presentTaught), missing: missing.map(presentTaught) };
  });

  serve(contract.attendanceSheet, async ({ params: { id: classId }, actor, now }) => {
    const trainingClass = await findStaffClass(db, { classId }, { actor, right: 'attendance.read' });
    const sessions = await findSessions(db, classId);
    const [people, marks] = await Promise.all([findConfirmed(db, classId), findMarks(db, idsOf(sessions))]);
    return presentAttendance(
      { trainingClass, sessions, people, marks, can: attendancePermissions(trainingClass, actor) },
      now,
    );
  });

  serve(contract.attendancePhoto, async ({ params: { id: classId, registration }, actor, now }) => {
    const attendee = { classId, registrationId: registration };
    const key = await inTransaction(db, (tx) => showAttendeePhoto(tx, attendee, { actor, now }));
    const bytes = await files.read(key);
    if (!bytes) throw new Refusal('not_found');
    return bytes;
  });

  serve(contract.markAttendance, async ({ params: { id: classId }, body, actor, now }) => {
    const marks = [...new Map(body.marks.map((mark) => [mark.registrationId, mark])).values()];
    const { sessionId } = body;
    const marked = await inTransaction(db, (tx) =>
      markAttendance(tx, { classId, sessionId, marks }, { actor, now }),
    );
    const trainingClass = await findStaffClass(db, { classId }, { actor, right: 'attendance.write' });
    const sessions = await findSessions(db, classId);
    const byPerson = marksByPerson(await findMarks(db, idsOf(sessions)));
    return {
      results: marked.map(({ registrationId, refusal }) => {
        const own = byPerson.get(registrationId);
        const isUnknown = refusal?.code === 'attendance_not_confirmed';
        return {
          registrationId,
          done: refusal === null,
          why: refusal && refusalText(refusal),
          mark: isUnknown ? null : presentMark(own?.get(sessionId)),
          ...presentAttended(attendedBy(sessions, own), trainingClass),
        };
      }),
    };
  });

  serve(contract.checkIn, async ({ params: { id: classId }, body, actor, now }) => {
    const attendee = await inTransaction(db, (tx) => checkIn(tx, { classId, ...body }, { actor, now }));
    const trainingClass = await findStaffClass(db, { classId }, { actor, right: 'attendance.write' });
    const sessions = await findSessions(db, classId);
    const own = marksByPerson(await findMarks(db, idsOf(sessions))).get(attendee.registrationId);
    return {
      ...attendee,
      mark: presentMark(own?.get(body.sessionId)),
      ...presentAttended(attendedBy(sessions, own), trainingClass),
    };
  });
};
