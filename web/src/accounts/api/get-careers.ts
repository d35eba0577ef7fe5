import { careers } from '@portal/contract/lookups';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { forEverybody } from '../../platform/query-client.ts';

export const careersQuery = queryOptions({
  ...forEverybody,
  queryKey: ['careers'],
  queryFn: ({ signal }) => call(careers, { signal }),
});
