import { classTasks } from '@portal/contract/office/reports';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const classTasksQuery = (inScope: { organization?: number }) =>
  queryOptions({
    queryKey: ['class-tasks', inScope],
    queryFn: ({ signal }) => call(classTasks, { query: inScope, signal }),
    placeholderData: keepPreviousData,
  });
