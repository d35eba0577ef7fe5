import { records } from '@portal/contract/enrolment';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';

export const recordsQuery = () =>
  queryOptions({
    queryKey: ['registrations', 'records'],
    queryFn: ({ signal }) => call(records, { signal }),
    staleTime: 0,
  });
