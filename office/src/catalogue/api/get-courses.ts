import { courseList } from '@portal/contract/office/catalogue';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { coursesKey } from './keys.ts';

export const coursesQuery = queryOptions({
  queryKey: [...coursesKey, 'list'],
  queryFn: ({ signal }) => call(courseList, { signal }),
});
