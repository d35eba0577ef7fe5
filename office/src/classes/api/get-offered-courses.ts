import { officeCourses } from '@portal/contract/office/classes';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const offeredQuery = queryOptions({
  queryKey: ['class-offers'],
  queryFn: ({ signal }) => call(officeCourses, { signal }),
});
