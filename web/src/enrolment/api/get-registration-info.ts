import { registrationInfo } from '@portal/contract/enrolment';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';

/** State of the caller's registration for the class; `group` selects one of their managed groups. */
export const registrationInfoQuery = (code: string, group: string | undefined) =>
  queryOptions({
    queryKey: ['registrations', 'info', code, group],
    queryFn: ({ signal }) => call(registrationInfo, { body: { code }, query: { group }, signal }),
  });
