/* 出席: how the confirmed people of a class attended each session. */

export const attendanceStates = ['present', 'late', 'leave', 'absent'] as const;
export type AttendanceState = (typeof attendanceStates)[number];
