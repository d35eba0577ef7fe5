import { records } from '@portal/contract/enrolment';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { registrationsKey } from './keys.ts';

export const recordsQuery = () =>
  queryOptions({
    queryKey: [...registrationsKey, 'records'],
    queryFn: ({ signal }) => call(records, { signal }),
    staleTime: 0,
  });
