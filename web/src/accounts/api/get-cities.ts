import { cities } from '@portal/contract/lookups';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { forEverybody } from '../../platform/query-client.ts';

export const citiesQuery = queryOptions({
  ...forEverybody,
  queryKey: ['cities'],
  queryFn: ({ signal }) => call(cities, { signal }),
});
