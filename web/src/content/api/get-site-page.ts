import { type SitePageName, sitePage } from '@portal/contract/content';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { forEverybody } from '../../platform/query-client.ts';

export const sitePageQuery = (name: SitePageName) =>
  queryOptions({
    ...forEverybody,
    queryKey: ['site page', name],
    queryFn: ({ signal }) => call(sitePage, { params: { name }, signal }),
  });
