import { officeClass } from '@portal/contract/office/classes';
import { classHistory } from '@portal/contract/office/events';
import { queryOptions } from '@tanstack/react-query';
import { historyKey } from '../audit/api.ts';
import { call } from '../platform/call.ts';

export const classKey = (id: number) => ['class', id] as const;

export const classQuery = (id: number) =>
  queryOptions({
    queryKey: classKey(id),
    queryFn: ({ signal }) => call(officeClass, { params: { id }, signal }),
  });

export const classHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: [...historyKey, 'class', id],
    queryFn: ({ signal }) => call(classHistory, { params: { id }, signal }),
  });
