import { enrollableClasses } from '@portal/contract/office/enrolments';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const enrollableClassesQuery = (search: string) =>
  queryOptions({
    queryKey: ['enrollableClasses', search],
    queryFn: ({ signal }) => call(enrollableClasses, { signal, query: { search } }),
    staleTime: 0,
  });
