import { classHistory } from '@portal/contract/office/audit';
import { queryOptions } from '@tanstack/react-query';
import { historyKey } from '../../audit/api/keys.ts';
import { call } from '../../platform/call.ts';

export const classHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: [...historyKey, 'class', id],
    queryFn: ({ signal }) => call(classHistory, { params: { id }, signal }),
  });
