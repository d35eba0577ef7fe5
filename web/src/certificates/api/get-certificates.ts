import { certificates } from '@portal/contract/certificates';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { DEBOUNCE } from '../../platform/use-debounced.ts';

/** What one holds. */
export const certificatesQuery = () =>
  queryOptions({
    queryKey: ['certificates', 'current'],
    queryFn: ({ signal }) => call(certificates, { signal }),
    staleTime: DEBOUNCE,
  });
