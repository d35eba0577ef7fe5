import { introHistory } from '@portal/contract/office/content';
import { queryOptions } from '@tanstack/react-query';
import { historyKey } from '../../audit/api/keys.ts';
import { call } from '../../platform/call.ts';

export const introHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: [...historyKey, 'intro', id],
    queryFn: ({ signal }) => call(introHistory, { params: { id }, signal }),
  });
