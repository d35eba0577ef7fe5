import { certificates } from '@portal/contract/certificates';
import { DEBOUNCE } from '@portal/kit/browser/use-debounced.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { certificatesKey } from './keys.ts';

export const certificatesQuery = () =>
  queryOptions({
    queryKey: [...certificatesKey, 'current'],
    queryFn: ({ signal }) => call(certificates, { signal }),
    staleTime: DEBOUNCE,
  });
