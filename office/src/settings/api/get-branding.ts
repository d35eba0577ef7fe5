import { branding } from '@portal/contract/office/branding';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const brandingQuery = queryOptions({
  queryKey: ['branding'],
  queryFn: ({ signal }) => call(branding, { signal }),
});
