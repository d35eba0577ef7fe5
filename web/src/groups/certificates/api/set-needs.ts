import { type Need, setGroupNeeds } from '@portal/contract/group-certificates';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/api.ts';
import { groupCertificatesQuery } from './get-certificates.ts';

interface NewNeeds {
  readonly version: number;
  readonly needs: Need[];
}

/** Refetches also after a refusal: another manager may have changed the needs. */
export const useSetNeeds = (GroupCode: string) => {
  const queryClient = useQueryClient();
  const { queryKey } = groupCertificatesQuery(GroupCode);
  return useSending({
    mutationFn: (body: NewNeeds) => call(setGroupNeeds, { params: { GroupCode }, body }),
    onSuccess: (shown) => {
      queryClient.setQueryData(queryKey, shown);
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });
};
