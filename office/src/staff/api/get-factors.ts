import { factors } from '@portal/contract/office/staff';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { sessionKey } from '../../platform/session.ts';

export const factorsQuery = queryOptions({
  queryKey: ['factors'],
  queryFn: ({ signal }) => call(factors, { signal }),
});

/** The session counts second factors too. */
export const useFactorsChanged = () => {
  const queries = useQueryClient();
  return () => {
    queries.invalidateQueries({ queryKey: factorsQuery.queryKey });
    queries.invalidateQueries({ queryKey: sessionKey });
  };
};
