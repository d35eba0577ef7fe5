import { scoreSheet } from '@portal/contract/office/training';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const scoresQuery = (classId: number) =>
  queryOptions({
    queryKey: ['scores', classId],
    queryFn: ({ signal }) => call(scoreSheet, { params: { id: classId }, signal }),
  });
