import { dismissMember, type GroupPerson } from '@portal/contract/groups';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { refetchGroups } from './refetch-groups.ts';

/** Refetches also after a refusal. */
export const useDismissMember = (GroupCode: string) => {
  const queryClient = useQueryClient();
  return useSending({
    mutationFn: ({ id_number, passport_no }: GroupPerson) =>
      call(dismissMember, { params: { GroupCode }, body: { id_number, passport_no } }),
    gcTime: 0,
    onSettled: () => refetchGroups(queryClient),
  });
};
