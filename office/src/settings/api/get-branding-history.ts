import { brandingHistory } from '@portal/contract/office/branding';
import { queryOptions } from '@tanstack/react-query';
import { historyKey } from '../../audit/api/keys.ts';
import { call } from '../../platform/call.ts';

export const brandingHistoryQuery = queryOptions({
  queryKey: [...historyKey, 'branding'],
  queryFn: ({ signal }) => call(brandingHistory, { signal }),
});
