import { staffList } from '@portal/contract/office/staff';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { historyKey } from '../../audit/api/keys.ts';
import { call } from '../../platform/call.ts';
import { sessionKey } from '../../platform/session.ts';

export const staffListQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: ({ signal }) => call(staffList, { signal }),
});

/** The changed account may be one's own. */
export const useStaffChanged = () => {
  const queries = useQueryClient();
  return () => {
    queries.invalidateQueries({ queryKey: staffListQuery.queryKey });
    queries.invalidateQueries({ queryKey: historyKey });
    queries.invalidateQueries({ queryKey: sessionKey });
  };
};
