import { privacyRequestHistory } from '@portal/contract/office/privacy';
import { queryOptions } from '@tanstack/react-query';
import { historyKey } from '../../audit/api/keys.ts';
import { call } from '../../platform/call.ts';

export const requestHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: [...historyKey, 'privacy_request', id],
    queryFn: ({ signal }) => call(privacyRequestHistory, { params: { id }, signal }),
  });
