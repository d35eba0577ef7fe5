import type { AttendanceSheet, AttendanceState } from '@portal/contract/office/training';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { attendanceQuery } from '../api/get-attendance.ts';
import { markAttendance } from '../api/mark-attendance.ts';
import { withMark } from './sheet.ts';

export interface WantedMark {
  readonly registrationId: number;
  readonly state: AttendanceState | null;
  readonly missedMinutes?: number;
}

/** Shows marks at once and sends them one after the other, so that each knows the version of the one before. */
export const useMarking = (classId: number, sessionId: number) => {
  const queries = useQueryClient();
  const queue = useRef(Promise.resolve());
  const { queryKey } = attendanceQuery(classId);
  const change = (work: (sheet: AttendanceSheet) => AttendanceSheet) =>
    queries.setQueryData(queryKey, (sheet) => sheet && work(sheet));

  const versionOf = (registrationId: number): number => {
    const sheet = queries.getQueryData(queryKey);
    const at = sheet?.sessions.findIndex(({ id }) => id === sessionId) ?? -1;
    return sheet?.people.find((person) => person.registrationId === registrationId)?.marks[at]?.version ?? 0;
  };

  const send = async (wanted: readonly WantedMark[]) => {
    const marks = wanted.map((mark) => ({ ...mark, version: versionOf(mark.registrationId) }));
    const { results } = await markAttendance(classId, { sessionId, marks });
    change((sheet) => results.reduce((next, result) => withMark(next, sessionId, result), sheet));
    const why = results.find((result) => !result.done)?.why;
    if (why) notify(why, 'danger');
  };

  return (wanted: readonly WantedMark[]) => {
    change((sheet) =>
      wanted.reduce(
        (next, { registrationId, state, missedMinutes = 0 }) =>
          withMark(next, sessionId, { registrationId, mark: { state, missedMinutes, checkedInAt: null } }),
        sheet,
      ),
    );
    queue.current = queue.current
      .then(() => send(wanted))
      .catch((error: Error) => {
        notify(failureText(error), 'danger');
        queries.invalidateQueries({ queryKey });
      });
  };
};
