import { personHistory } from '@portal/contract/office/people';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { personKey } from './person-key.ts';

export const personHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: [...personKey(id), 'history'],
    queryFn: ({ signal }) => call(personHistory, { params: { id }, signal }),
  });
