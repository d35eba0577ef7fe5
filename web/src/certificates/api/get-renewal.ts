import { renewalPage } from '@portal/contract/certificates';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';

/**
 * What a renewal of the certificate would bring, or why there is none; asked once, when the page opens. Not among the
 * certificates: once it is asked for, the page still tells of it.
 */
export const renewalQuery = (code: string) =>
  queryOptions({
    queryKey: ['renewal', code],
    queryFn: ({ signal }) => call(renewalPage, { params: { code }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
