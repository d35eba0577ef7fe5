import { registrationInfo } from '@portal/contract/enrolment';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { registrationInfosKey } from './keys.ts';

/** State of the caller's registration for the class; `group` selects one of their managed groups. */
export const registrationInfoQuery = (code: string, group: string | undefined) =>
  queryOptions({
    queryKey: [...registrationInfosKey, code, group],
    queryFn: ({ signal }) => call(registrationInfo, { body: { code }, query: { group }, signal }),
    // It follows steps of staff, as the records beside it do.
    staleTime: 0,
  });
