import type { SitePageName } from '@portal/contract/content';
import { sitePageHistory } from '@portal/contract/office/content';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { contentKey } from './keys.ts';

export const sitePageHistoryQuery = (name: SitePageName) =>
  queryOptions({
    queryKey: [...contentKey, 'page-history', name],
    queryFn: ({ signal }) => call(sitePageHistory, { params: { name }, signal }),
  });
