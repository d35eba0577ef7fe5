import { useSending } from '@portal/kit/browser/use-sending.ts';
import { useQueryClient } from '@tanstack/react-query';
import { erasureQuery } from './api/get-erasure.ts';
import { requestErasure } from './api/request-erasure.ts';
import { withdrawErasure } from './api/withdraw-erasure.ts';

export const useErasure = () => {
  const queryClient = useQueryClient();
  return useSending({
    mutationFn: (step: 'request' | 'withdraw') => (step === 'request' ? requestErasure() : withdrawErasure()),
    onSettled: () => queryClient.invalidateQueries(erasureQuery()),
  });
};
