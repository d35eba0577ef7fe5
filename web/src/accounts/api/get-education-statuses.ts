import { educationstatuses } from '@portal/contract/lookups';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { forEverybody } from '../../platform/query-client.ts';

export const educationStatusesQuery = queryOptions({
  ...forEverybody,
  queryKey: ['educationstatuses'],
  queryFn: ({ signal }) => call(educationstatuses, { signal }),
});
