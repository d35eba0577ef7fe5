import { educations } from '@portal/contract/lookups';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { forEverybody } from '../../platform/query-client.ts';

export const educationsQuery = queryOptions({
  ...forEverybody,
  queryKey: ['educations'],
  queryFn: ({ signal }) => call(educations, { signal }),
});
