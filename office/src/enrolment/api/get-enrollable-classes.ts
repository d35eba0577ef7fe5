import { enrollableClasses } from '@portal/contract/office/enrolment';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const enrollableClassesQuery = (query: { readonly search: string; readonly organization?: number }) =>
  queryOptions({
    queryKey: ['enrollableClasses', query],
    queryFn: ({ signal }) => call(enrollableClasses, { signal, query }),
    staleTime: 0,
  });
