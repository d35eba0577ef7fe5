import { groupHistory } from '@portal/contract/office/groups';
import { queryOptions } from '@tanstack/react-query';
import { historyKey } from '../../audit/api/keys.ts';
import { call } from '../../platform/call.ts';

export const groupHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: [...historyKey, 'group', id],
    queryFn: ({ signal }) => call(groupHistory, { params: { id }, signal }),
  });
