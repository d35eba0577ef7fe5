import { registrationHistory } from '@portal/contract/office/audit';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { historyKey } from './keys.ts';

export const registrationHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: [...historyKey, 'registration', id],
    queryFn: ({ signal }) => call(registrationHistory, { params: { id }, signal }),
  });
