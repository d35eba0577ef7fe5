import { certificates } from '@portal/contract/certificates';
import { DEBOUNCE } from '@portal/kit/browser/use-debounced.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';

/** What one holds. */
export const certificatesQuery = () =>
  queryOptions({
    queryKey: ['certificates', 'current'],
    queryFn: ({ signal }) => call(certificates, { signal }),
    staleTime: DEBOUNCE,
  });
