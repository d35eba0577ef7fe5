import { personGroups } from '@portal/contract/office/people';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { personKey } from './person-key.ts';

export const personGroupsQuery = (id: number) =>
  queryOptions({
    queryKey: [...personKey(id), 'groups'],
    queryFn: ({ signal }) => call(personGroups, { params: { id }, signal }),
  });
