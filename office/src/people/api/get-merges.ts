import { personMerges } from '@portal/contract/office/person-merges';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { personKey } from './person-key.ts';

export const mergesQuery = (id: number) =>
  queryOptions({
    queryKey: [...personKey(id), 'merges'],
    queryFn: ({ signal }) => call(personMerges, { params: { id }, signal }),
  });
