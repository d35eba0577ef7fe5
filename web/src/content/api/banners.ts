import { banners } from '@portal/contract/content';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { forEverybody } from '../../platform/query-client.ts';

export const bannersQuery = queryOptions({
  ...forEverybody,
  queryKey: ['banners'],
  queryFn: ({ signal }) => call(banners, { signal }),
});

export const useBanners = () => useQuery(bannersQuery);
