import { personResults } from '@portal/contract/office/people';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { personKey } from './person-key.ts';

export const personResultsQuery = (id: number) =>
  queryOptions({
    queryKey: [...personKey(id), 'results'],
    queryFn: ({ signal }) => call(personResults, { params: { id }, signal }),
  });
