import { trainclasses } from '@portal/contract/lookups';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { forEverybody } from '../../platform/query-client.ts';

export const coursesQuery = queryOptions({
  ...forEverybody,
  queryKey: ['trainclasses'],
  queryFn: ({ signal }) => call(trainclasses, { signal }),
});
