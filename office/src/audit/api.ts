import { registrationHistory, staffHistory } from '@portal/contract/office/events';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../platform/call.ts';

export const historyKey = ['history'] as const;

/** Invalidate `historyKey` after a change. */
export const registrationHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: [...historyKey, 'registration', id],
    queryFn: ({ signal }) => call(registrationHistory, { params: { id }, signal }),
  });

export const staffHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: [...historyKey, 'staff', id],
    queryFn: ({ signal }) => call(staffHistory, { params: { id }, signal }),
  });
