import { staffHistory } from '@portal/contract/office/audit';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { historyKey } from './keys.ts';

export const staffHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: [...historyKey, 'staff', id],
    queryFn: ({ signal }) => call(staffHistory, { params: { id }, signal }),
  });
