import { staffList } from '@portal/contract/office/staff';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { historyKey } from '../../audit/api.ts';
import { call } from '../../platform/call.ts';
import { sessionKey } from '../../platform/session.ts';

export const staffListQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: ({ signal }) => call(staffList, { signal }),
});

/** To be called when a member of the staff was changed, who may be the one signed in here. */
export const useStaffChanged = () => {
  const queries = useQueryClient();
  return () => {
    queries.invalidateQueries({ queryKey: staffListQuery.queryKey });
    queries.invalidateQueries({ queryKey: historyKey });
    queries.invalidateQueries({ queryKey: sessionKey });
  };
};
