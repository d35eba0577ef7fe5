import { footer } from '@portal/contract/content';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { forEverybody } from '../../platform/query-client.ts';

export const footerQuery = queryOptions({
  ...forEverybody,
  queryKey: ['footer'],
  queryFn: ({ signal }) => call(footer, { signal }),
});

export const useFooter = () => useQuery(footerQuery);
