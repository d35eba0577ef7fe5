import { groupClassRoster } from '@portal/contract/training';
import { queryOptions } from '@tanstack/react-query';
import { groupsKey } from '../../groups/api/keys.ts';
import { call } from '../../platform/api.ts';

export const classRosterQuery = (GroupCode: string, code: string) =>
  queryOptions({
    queryKey: [...groupsKey, 'class', GroupCode, code],
    queryFn: ({ signal }) => call(groupClassRoster, { params: { GroupCode, code }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
