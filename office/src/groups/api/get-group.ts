import { officeGroup } from '@portal/contract/office/groups';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { groupKey } from './keys.ts';

export const groupQuery = (id: number) =>
  queryOptions({
    queryKey: [...groupKey, id],
    queryFn: ({ signal }) => call(officeGroup, { params: { id }, signal }),
  });
