import { groupClassRoster } from '@portal/contract/training';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';

/** Who of a group is in the class of that code, and how they did. */
export const classRosterQuery = (GroupCode: string, code: string) =>
  queryOptions({
    queryKey: ['groups', 'class', GroupCode, code],
    queryFn: ({ signal }) => call(groupClassRoster, { params: { GroupCode, code }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
