import { oldCertificates } from '@portal/contract/certificates';
import { DEBOUNCE } from '@portal/kit/browser/use-debounced.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { certificatesKey } from './keys.ts';

export const oldCertificatesQuery = () =>
  queryOptions({
    queryKey: [...certificatesKey, 'old'],
    queryFn: ({ signal }) => call(oldCertificates, { signal }),
    staleTime: DEBOUNCE,
  });
