import { bannerHistory } from '@portal/contract/office/banners';
import { queryOptions } from '@tanstack/react-query';
import { historyKey } from '../../audit/api/keys.ts';
import { call } from '../../platform/call.ts';

export const bannerHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: [...historyKey, 'banner', id],
    queryFn: ({ signal }) => call(bannerHistory, { params: { id }, signal }),
  });
