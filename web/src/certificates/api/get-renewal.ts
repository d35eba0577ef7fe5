import { renewalPage } from '@portal/contract/certificates';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';

/** The key is separate: after the request the page still shows it. */
export const renewalQuery = (code: string) =>
  queryOptions({
    queryKey: ['renewal', code],
    queryFn: ({ signal }) => call(renewalPage, { params: { code }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
