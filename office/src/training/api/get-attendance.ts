import { attendanceSheet } from '@portal/contract/office/training';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const attendanceQuery = (classId: number) =>
  queryOptions({
    queryKey: ['attendance', classId],
    queryFn: ({ signal }) => call(attendanceSheet, { params: { id: classId }, signal }),
  });
