import { areas } from '@portal/contract/lookups';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { forEverybody } from '../../platform/query-client.ts';

/** Disabled without a city. */
export const areasQuery = (city: string) =>
  queryOptions({
    ...forEverybody,
    enabled: city !== '',
    queryKey: ['areas', city],
    queryFn: ({ signal }) => call(areas, { query: { city }, signal }),
  });
