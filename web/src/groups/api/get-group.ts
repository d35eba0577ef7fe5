import { groupDetail, type ManagedGroupDetail } from '@portal/contract/groups';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { groupsKey } from './keys.ts';

const getDetail = (GroupCode: string, type: 'belong' | 'admin', signal: AbortSignal) =>
  call(groupDetail, { params: { GroupCode }, body: { type }, signal });

const getManaged = async (code: string, signal: AbortSignal): Promise<ManagedGroupDetail> => {
  const answer = await getDetail(code, 'admin', signal);
  if (!('group' in answer)) throw new TypeError('the view of a manager was asked for');
  return answer;
};

/** The names of a group's people, and the classes it went to. */
export const groupQuery = (code: string) =>
  queryOptions({
    queryKey: [...groupsKey, 'belong', code],
    queryFn: ({ signal }) => getDetail(code, 'belong', signal),
    staleTime: 0,
    gcTime: 0,
  });

/** The answer is not cached, because it has identity numbers. */
export const managedGroupQuery = (code: string) =>
  queryOptions({
    queryKey: [...groupsKey, 'admin', code],
    queryFn: ({ signal }) => getManaged(code, signal),
    staleTime: 0,
    gcTime: 0,
  });
