import { type JobState, jobDetail } from '@portal/contract/office/jobs';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { jobsKey } from './keys.ts';

const SECOND = 1000;

export const isUnderWay = (state: JobState): boolean => state === 'queued' || state === 'running';

/** A job with the items that failed. It is refetched each second until it has ended. */
export const jobQuery = (id: number) =>
  queryOptions({
    queryKey: [...jobsKey, id],
    queryFn: ({ signal }) => call(jobDetail, { params: { id }, query: { only: 'failed' }, signal }),
    refetchInterval: ({ state: { data } }) => (data === undefined || isUnderWay(data.state) ? SECOND : false),
  });
