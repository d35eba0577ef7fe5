import { setup } from '@portal/contract/office/setup';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

/** Other pages complete the steps. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => call(setup, { signal }),
  staleTime: 0,
});
