import { groups } from '@portal/contract/groups';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';

/** The groups that one manages, and those that one belongs to. */
export const groupsQuery = () =>
  queryOptions({
    queryKey: ['groups', 'list'],
    queryFn: ({ signal }) => call(groups, { signal }),
  });
