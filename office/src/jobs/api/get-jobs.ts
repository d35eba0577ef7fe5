import { jobList } from '@portal/contract/office/jobs';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { jobsKey } from './keys.ts';

export const jobListQuery = (whose: 'own' | 'everyone') =>
  queryOptions({
    queryKey: [...jobsKey, whose],
    queryFn: ({ signal }) => call(jobList, { query: { whose }, signal }),
  });
