import { askRenewal } from '@portal/contract/certificates';
import { useIdempotencyKey } from '@portal/kit/browser/use-idempotency-key.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { certificatesKey } from './keys.ts';

export const useAskRenewal = (code: string) => {
  const { keyFor } = useIdempotencyKey();
  const queryClient = useQueryClient();
  return useSending({
    mutationFn: (note: string) =>
      call(askRenewal, { params: { code }, body: { front_note: note }, idempotencyKey: keyFor(note) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: certificatesKey }),
  });
};
