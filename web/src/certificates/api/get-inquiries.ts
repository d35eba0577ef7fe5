import { renewalInquiries } from '@portal/contract/certificates';
import { DEBOUNCE } from '@portal/kit/browser/use-debounced.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { certificatesKey } from './keys.ts';

export const inquiriesQuery = () =>
  queryOptions({
    queryKey: [...certificatesKey, 'inquiries'],
    queryFn: ({ signal }) => call(renewalInquiries, { signal }),
    staleTime: DEBOUNCE,
  });
