import { intros } from '@portal/contract/content';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { forEverybody } from '../../platform/query-client.ts';

export const introsQuery = (type: string) =>
  queryOptions({
    ...forEverybody,
    queryKey: ['intros', type],
    queryFn: ({ signal }) => call(intros, { query: { type }, signal }),
  });
