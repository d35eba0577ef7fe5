import { erasure, requestErasure, withdrawErasure } from '@portal/contract/privacy';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';

export const erasureQuery = () =>
  queryOptions({
    queryKey: ['erasure'],
    queryFn: ({ signal }) => call(erasure, { signal }),
    staleTime: 0,
  });

export const useErasure = () => {
  const queryClient = useQueryClient();
  return useSending({
    mutationFn: (step: 'request' | 'withdraw') =>
      step === 'request' ? call(requestErasure, {}) : call(withdrawErasure, {}),
    onSettled: () => queryClient.invalidateQueries(erasureQuery()),
  });
};
