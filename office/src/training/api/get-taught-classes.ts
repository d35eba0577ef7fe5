import { taughtClasses } from '@portal/contract/office/training';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const taughtQuery = (inScope: { organization?: number }) =>
  queryOptions({
    queryKey: ['taught-classes', inScope],
    queryFn: ({ signal }) => call(taughtClasses, { query: inScope, signal }),
  });
