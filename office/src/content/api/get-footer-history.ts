import { footerHistory } from '@portal/contract/office/content';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { contentKey } from './keys.ts';

export const footerHistoryQuery = queryOptions({
  queryKey: [...contentKey, 'footer-history'],
  queryFn: ({ signal }) => call(footerHistory, { signal }),
});
