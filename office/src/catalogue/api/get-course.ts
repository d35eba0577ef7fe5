import { course } from '@portal/contract/office/catalogue';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { coursesKey } from './keys.ts';

export const courseQuery = (id: number) =>
  queryOptions({
    queryKey: [...coursesKey, id],
    queryFn: ({ signal }) => call(course, { params: { id }, signal }),
  });
