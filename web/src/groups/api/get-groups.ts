import { groups } from '@portal/contract/groups';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { groupsKey } from './keys.ts';

export const groupsQuery = () =>
  queryOptions({
    queryKey: [...groupsKey, 'list'],
    queryFn: ({ signal }) => call(groups, { signal }),
  });
