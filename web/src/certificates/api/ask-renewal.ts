import { askRenewal } from '@portal/contract/certificates';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { useIdempotencyKey } from '../../platform/use-idempotency-key.ts';
import { useSending } from '../../platform/use-sending.ts';

/** Asks for the renewal of a certificate, with the person's note. */
export const useAskRenewal = (code: string) => {
  const { keyFor } = useIdempotencyKey();
  const queryClient = useQueryClient();
  return useSending({
    mutationFn: (note: string) =>
      call(askRenewal, { params: { code }, body: { front_note: note }, idempotencyKey: keyFor(note) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['certificates'] }),
  });
};
