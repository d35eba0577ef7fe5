import { layoutHistory } from '@portal/contract/office/certificate-layouts';
import { queryOptions } from '@tanstack/react-query';
import { historyKey } from '../../audit/api/keys.ts';
import { call } from '../../platform/call.ts';

export const layoutHistoryQuery = (kindId: number) =>
  queryOptions({
    queryKey: [...historyKey, 'certificate_layout', kindId],
    queryFn: ({ signal }) => call(layoutHistory, { params: { id: kindId }, signal }),
  });
