import { trainclasses } from '@portal/contract/lookups';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { coursesKey } from './keys.ts';

export const courseNamesQuery = queryOptions({
  queryKey: [...coursesKey, 'names'],
  queryFn: ({ signal }) => call(trainclasses, { signal }),
  staleTime: 60_000,
});
