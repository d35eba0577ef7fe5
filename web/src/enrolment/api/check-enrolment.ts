import { precheck } from '@portal/contract/enrolment';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';

/** Checked again at each visit. */
export const enrolmentCheckQuery = (code: string) =>
  queryOptions({
    queryKey: ['enrolment', 'precheck', code],
    queryFn: ({ signal }) => call(precheck, { body: { code }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
