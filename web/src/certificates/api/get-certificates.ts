import { certificates } from '@portal/contract/certificates';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';

/** What one holds. */
export const certificatesQuery = () =>
  queryOptions({
    queryKey: ['certificates', 'current'],
    queryFn: ({ signal }) => call(certificates, { signal }),
    staleTime: 0,
  });
