import { officeClass } from '@portal/contract/office/classes';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const classKey = (id: number) => ['class', id] as const;

export const classQuery = (id: number) =>
  queryOptions({
    queryKey: classKey(id),
    queryFn: ({ signal }) => call(officeClass, { params: { id }, signal }),
  });
