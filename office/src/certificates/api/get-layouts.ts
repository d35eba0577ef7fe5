import { layoutList } from '@portal/contract/office/certificate-layouts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { layoutsKey } from './layouts-key.ts';

export const layoutsQuery = queryOptions({
  queryKey: [...layoutsKey, 'list'],
  queryFn: ({ signal }) => call(layoutList, { signal }),
});
