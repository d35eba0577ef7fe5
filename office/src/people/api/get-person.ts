import { personDetail } from '@portal/contract/office/people';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { personKey } from './person-key.ts';

export const personQuery = (id: number) =>
  queryOptions({
    queryKey: [...personKey(id), 'detail'],
    queryFn: ({ signal }) => call(personDetail, { params: { id }, signal }),
  });
