import { identityChanges } from '@portal/contract/office/people';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { personKey } from './person-key.ts';

export const identityChangesQuery = (id: number) =>
  queryOptions({
    queryKey: [...personKey(id), 'identity-changes'],
    queryFn: ({ signal }) => call(identityChanges, { params: { id }, signal }),
  });
