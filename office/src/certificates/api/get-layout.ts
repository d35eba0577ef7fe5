import { layout } from '@portal/contract/office/certificate-layouts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { layoutsKey } from './layouts-key.ts';

export const layoutQuery = (kindId: number) =>
  queryOptions({
    queryKey: [...layoutsKey, kindId],
    queryFn: ({ signal }) => call(layout, { params: { id: kindId }, signal }),
  });
