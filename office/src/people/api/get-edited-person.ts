import { editedPerson } from '@portal/contract/office/people';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { personKey } from './person-key.ts';

export const editedPersonQuery = (id: number) =>
  queryOptions({
    queryKey: [...personKey(id), 'edited'],
    queryFn: ({ signal }) => call(editedPerson, { params: { id }, signal }),
  });
