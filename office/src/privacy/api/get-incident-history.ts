import { incidentHistory } from '@portal/contract/office/incidents';
import { queryOptions } from '@tanstack/react-query';
import { historyKey } from '../../audit/api/keys.ts';
import { call } from '../../platform/call.ts';

export const incidentHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: [...historyKey, 'incident', id],
    queryFn: ({ signal }) => call(incidentHistory, { params: { id }, signal }),
  });
