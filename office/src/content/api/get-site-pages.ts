import { sitePageList } from '@portal/contract/office/content';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { contentKey } from './keys.ts';

export const sitePagesQuery = queryOptions({
  queryKey: [...contentKey, 'pages'],
  queryFn: ({ signal }) => call(sitePageList, { signal }),
});
