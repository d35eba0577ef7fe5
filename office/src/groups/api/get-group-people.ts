import { officeGroupPeople } from '@portal/contract/office/groups';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { groupKey } from './keys.ts';

export const groupPeopleQuery = (id: number) =>
  queryOptions({
    queryKey: [...groupKey, id, 'people'],
    queryFn: ({ signal }) => call(officeGroupPeople, { params: { id }, signal }),
  });
