import { officeClass } from '@portal/contract/office/classes';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

/** The keys of all classes begin with it. */
export const classesKey = ['class'] as const;

export const classKey = (id: number) => [...classesKey, id] as const;

export const classQuery = (id: number) =>
  queryOptions({
    queryKey: classKey(id),
    queryFn: ({ signal }) => call(officeClass, { params: { id }, signal }),
  });
