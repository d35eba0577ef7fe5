import { editedFooter } from '@portal/contract/office/content';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { contentKey } from './keys.ts';

export const footerQuery = queryOptions({
  queryKey: [...contentKey, 'footer'],
  queryFn: ({ signal }) => call(editedFooter, { signal }),
});
