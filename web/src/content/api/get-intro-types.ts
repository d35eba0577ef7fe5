import { introTypes } from '@portal/contract/content';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { forEverybody } from '../../platform/query-client.ts';

export const introTypesQuery = queryOptions({
  ...forEverybody,
  queryKey: ['intro-types'],
  queryFn: ({ signal }) => call(introTypes, { signal }),
});
