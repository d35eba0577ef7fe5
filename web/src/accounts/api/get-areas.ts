import { areas } from '@portal/contract/lookups';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { forEverybody } from '../../platform/query-client.ts';

/** 鄉鎮市區 of a city, by its name or id; not asked for while no city is chosen. */
export const areasQuery = (city: string) =>
  queryOptions({
    ...forEverybody,
    enabled: city !== '',
    queryKey: ['areas', city],
    queryFn: ({ signal }) => call(areas, { query: { city }, signal }),
  });
