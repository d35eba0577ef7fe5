import { organizations } from '@portal/contract/lookups';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { forEverybody } from '../../platform/query-client.ts';

export const organizationsQuery = queryOptions({
  ...forEverybody,
  queryKey: ['organizations'],
  queryFn: ({ signal }) => call(organizations, { signal }),
});
