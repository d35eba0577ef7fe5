import { precheck } from '@portal/contract/enrolment';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';

/** Whether the person may enrol in the class now; asked anew each time the page opens. */
export const enrolmentCheckQuery = (code: string) =>
  queryOptions({
    queryKey: ['enrolment', 'precheck', code],
    queryFn: ({ signal }) => call(precheck, { body: { code }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
