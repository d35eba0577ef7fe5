import { importDetail } from '@portal/contract/office/imports';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { importsKey } from './keys.ts';

export const importQuery = (id: number) =>
  queryOptions({
    queryKey: [...importsKey, id],
    queryFn: ({ signal }) => call(importDetail, { params: { id }, signal }),
  });
