import { personLedger } from '@portal/contract/office/people';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { personKey } from './person-key.ts';

export const personLedgerQuery = (id: number) =>
  queryOptions({
    queryKey: [...personKey(id), 'ledger'],
    queryFn: ({ signal }) => call(personLedger, { params: { id }, signal }),
  });
