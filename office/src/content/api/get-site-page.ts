import type { SitePageName } from '@portal/contract/content';
import { editedPage } from '@portal/contract/office/content';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { contentKey } from './keys.ts';

export const sitePageQuery = (name: SitePageName) =>
  queryOptions({
    queryKey: [...contentKey, 'pages', name],
    queryFn: ({ signal }) => call(editedPage, { params: { name }, signal }),
  });
