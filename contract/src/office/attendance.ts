import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

/* 出席: how the confirmed people of a class attended each session. */

export const attendanceStates = ['present', 'late', 'leave', 'absent'] as const;
export const AttendanceState = z.enum(attendanceStates, { error: '請選擇出席狀態' });
export type AttendanceState = z.infer<typeof AttendanceState>;

export const attendanceNames: Readonly<Record<AttendanceState, string>> = {
  present: '出席',
  late: '遲到',
  leave: '請假',
  absent: '缺席',
};

/** A class by its id. */
export const TrainedClass = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });
const rowId = z.int().check(z.positive());

/** Most people of one call: a page sends a larger class in parts. */
export const MARKS_MAX = 300;

export const AttendanceMark = z.object({
  /** Null where nothing is marked. */
  state: z.nullable(AttendanceState),
  /** Minutes that somebody late has missed; else 0. */
  missedMinutes: z.int(),
  /** When the code was scanned; null where staff marked it. */
  checkedInAt: z.nullable(z.string()),
  /** Sent back with a change; 0 before the first. */
  version: z.int(),
});
export type AttendanceMark = z.infer<typeof AttendanceMark>;

export const AttendanceSession = z.object({
  id: z.int(),
  date: z.string(),
  /** `09:00`. */
  from: z.string(),
  to: z.string(),
  minutes: z.int(),
  /** From the session's day on everything may be marked; before it only leave. */
  isOpen: z.boolean(),
});
export type AttendanceSession = z.infer<typeof AttendanceSession>;

export const AttendancePerson = z.object({
  registrationId: z.int(),
  name: z.string(),
  /** The identity number with its middle masked. */
  identity: z.string(),
  group: z.nullable(z.string()),
  /** In the order of the sessions. */
  marks: z.array(AttendanceMark),
  /** Hours of the class that count as attended, with at most one decimal. */
  hours: z.number(),
  /** Whole percent of the class, rounded down. */
  percent: z.int(),
});
export type AttendancePerson = z.infer<typeof AttendancePerson>;

export const ClassHead = z.object({
  id: z.int(),
  code: z.string(),
  course: z.string(),
  organization: z.string(),
  startTime: z.string(),
});
export type ClassHead = z.infer<typeof ClassHead>;

export const AttendanceSheet = z.object({
  class: ClassHead,
  /** Hours of the whole class. */
  hours: z.int(),
  /** Percent of the class that must be attended to pass; 0: no rule. */
  minimum: z.int(),
  /** By date and time. */
  sessions: z.array(AttendanceSession),
  /** The confirmed people, by group and name. */
  people: z.array(AttendancePerson),
  can: z.object({ mark: z.boolean() }),
});
export type AttendanceSheet = z.infer<typeof AttendanceSheet>;

export const attendanceSheet = endpoint({
  method: 'GET',
  path: '/api/office/classes/:id/attendance',
  access: 'attendance.read',
  summary: '一個課程各時段的出席',
  params: TrainedClass,
  answer: AttendanceSheet,
  refusals: ['class_not_found'],
});

const minutes = z.int({ error: '分鐘數不正確' }).check(z.minimum(0), z.maximum(1440));

export const markAttendance = endpoint({
  method: 'POST',
  path: '/api/office/classes/:id/attendance',
  access: 'attendance.write',
  summary: '登錄一個時段的出席；各筆分別回覆是否完成',
  params: TrainedClass,
  body: z.object({
    sessionId: rowId,
    marks: z
      .array(
        z.object({
          registrationId: rowId,
          /** Null takes the mark back. */
          state: z.nullable(AttendanceState),
          /** Minutes missed by somebody late. Default: the minutes so far, or 30 once the session is over. */
          missedMinutes: z.optional(minutes),
          /** The version that the sender has seen. */
          version: z.int().check(z.minimum(0)),
        }),
        { error: '請選擇學員' },
      )
      .check(
        z.minLength(1, { error: '請選擇學員' }),
        z.maxLength(MARKS_MAX, { error: `一次以 ${MARKS_MAX} 人為限` }),
      ),
  }),
  answer: z.object({
    results: z.array(
      z.object({
        registrationId: z.int(),
        done: z.boolean(),
        /** Why not. */
        why: z.nullable(z.string()),
        /** The current mark; null if the person is not in the class. */
        mark: z.nullable(AttendanceMark),
        hours: z.number(),
        percent: z.int(),
      }),
    ),
  }),
  refusals: ['class_not_found', 'session_unknown'],
});

export const checkIn = endpoint({
  method: 'POST',
  path: '/api/office/classes/:id/check-ins',
  access: 'attendance.write',
  summary: '以學員的報到碼登錄出席；重複掃描不是錯誤',
  params: TrainedClass,
  body: z.object({
    sessionId: rowId,
    /** Scanned, or typed by somebody: hyphens and small letters do not matter. */
    code: z
      .string({ error: '請輸入報到碼' })
      .check(z.trim(), z.minLength(1, { error: '請輸入報到碼' }), z.maxLength(60, { error: '報到碼不正確' })),
  }),
  answer: z.object({
    registrationId: z.int(),
    name: z.string(),
    /** Was present before; nothing has changed. */
    repeated: z.boolean(),
    mark: AttendanceMark,
    hours: z.number(),
    percent: z.int(),
  }),
  refusals: [
    'class_not_found',
    'session_unknown',
    'attendance_before_day',
    'check_in_unknown',
    'check_in_other_class',
    'check_in_not_confirmed',
  ],
});
