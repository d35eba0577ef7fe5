import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

export const attendanceStates = ['present', 'late', 'leave', 'absent'] as const;
export const AttendanceState = z.enum(attendanceStates, { error: '請選擇出席狀態' });
export type AttendanceState = z.infer<typeof AttendanceState>;

export const attendanceNames: Readonly<Record<AttendanceState, string>> = {
  present: '出席',
  late: '遲到',
  leave: '請假',
  absent: '缺席',
};

export const TrainedClass = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });
const rowId = z.int().check(z.positive());

/** Per call: a larger class is sent in parts. */
const MARKS_MAX = 300;

export const AttendanceMark = z.object({
  state: z.nullable(AttendanceState),
  /** Minutes that somebody late has missed; else 0. */
  missedMinutes: z.int(),
  /** Null if staff marked it. */
  checkedInAt: z.nullable(z.string()),
  version: z.int(),
});
export type AttendanceMark = z.infer<typeof AttendanceMark>;

export const AttendanceSession = z.object({
  id: z.int(),
  date: z.string(),
  from: z.string(),
  to: z.string(),
  minutes: z.int(),
  /** Before the day of a session only leave can be marked. */
  isOpen: z.boolean(),
});
export type AttendanceSession = z.infer<typeof AttendanceSession>;

export const AttendancePerson = z.object({
  registrationId: z.int(),
  name: z.string(),
  identity: z.string(),
  group: z.nullable(z.string()),
  marks: z.array(AttendanceMark),
  /** One decimal. */
  hours: z.number(),
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
  hours: z.int(),
  /** Percent; 0: no rule. */
  minimum: z.int(),
  sessions: z.array(AttendanceSession),
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
          /** Null removes the mark. */
          state: z.nullable(AttendanceState),
          /** Default: the minutes so far, or 30 once the session is over. */
          missedMinutes: z.optional(minutes),
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
        why: z.nullable(z.string()),
        mark: z.nullable(AttendanceMark),
        hours: z.number(),
        percent: z.int(),
      }),
    ),
  }),
  refusals: ['class_not_found', 'session_unknown'],
});

export const CheckInForm = z.object({
  code: z
    .string({ error: '請輸入報到碼' })
    .check(z.trim(), z.minLength(1, { error: '請輸入報到碼' }), z.maxLength(60, { error: '報到碼不正確' })),
});
export type CheckInForm = z.infer<typeof CheckInForm>;

export const checkIn = endpoint({
  method: 'POST',
  path: '/api/office/classes/:id/check-ins',
  access: 'attendance.write',
  summary: '以學員的報到碼登錄出席；重複掃描不是錯誤',
  params: TrainedClass,
  body: z.extend(CheckInForm, { sessionId: rowId }),
  answer: z.object({
    registrationId: z.int(),
    name: z.string(),
    /** The person was present already; nothing has changed. */
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
    'check_in_after_session',
  ],
});
