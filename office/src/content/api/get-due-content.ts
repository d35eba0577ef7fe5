import { dueContent } from '@portal/contract/office/content';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { contentKey } from './keys.ts';

export const dueContentQuery = queryOptions({
  queryKey: [...contentKey, 'due'],
  queryFn: ({ signal }) => call(dueContent, { signal }),
});
