import { registrationInfo } from '@portal/contract/enrolment';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { registrationInfosKey } from './keys.ts';

export const registrationInfoQuery = (code: string, group: string | undefined) =>
  queryOptions({
    queryKey: [...registrationInfosKey, code, group],
    queryFn: ({ signal }) => call(registrationInfo, { body: { code }, query: { group }, signal }),
    // Staff may change it.
    staleTime: 0,
  });
