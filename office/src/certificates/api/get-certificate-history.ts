import { certificateHistory } from '@portal/contract/office/certificate-register';
import { queryOptions } from '@tanstack/react-query';
import { historyKey } from '../../audit/api/keys.ts';
import { call } from '../../platform/call.ts';

export const certificateHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: [...historyKey, 'certificate', id],
    queryFn: ({ signal }) => call(certificateHistory, { params: { id }, signal }),
  });
