import { groupMember } from '@portal/contract/groups';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import type { RequestedMember } from '../requested-member.ts';
import { groupsKey } from './keys.ts';

/** The answer is not cached. */
export const memberQuery = (requested: RequestedMember) =>
  queryOptions({
    queryKey: [...groupsKey, 'member', requested],
    queryFn: ({ signal }) => call(groupMember, { body: requested, signal }),
    staleTime: 0,
    gcTime: 0,
  });
