import type { Input } from '@portal/contract/endpoint';
import { admitMember } from '@portal/contract/groups';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { refetchGroups } from './refetch-groups.ts';

type NewMember = Omit<Input<typeof admitMember.body>, 'GroupCode'>;

/** Account and password are not kept. */
export const useAdmitMember = (GroupCode: string) => {
  const queryClient = useQueryClient();
  return useSending({
    mutationFn: (member: NewMember) =>
      call(admitMember, { params: { GroupCode }, body: { GroupCode, ...member } }),
    gcTime: 0,
    onSettled: () => refetchGroups(queryClient),
  });
};
