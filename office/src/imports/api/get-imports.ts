import { imports } from '@portal/contract/office/imports';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { importsKey } from './keys.ts';

export const importsQuery = queryOptions({
  queryKey: [...importsKey, 'list'],
  queryFn: ({ signal }) => call(imports, { signal }),
});
