import { askRenewal } from '@portal/contract/certificates';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../platform/api.ts';
import { randomKey } from '../../platform/random-key.ts';

/** The same note again is the same request, another note is another one. */
const useKeyOf = () => {
  const last = useRef({ note: '', key: '' });
  return (note: string): string => {
    if (last.current.key === '' || last.current.note !== note) last.current = { note, key: randomKey() };
    return last.current.key;
  };
};

/** Asks for the renewal of a certificate, with the person's note. */
export const useAskRenewal = (code: string) => {
  const keyOf = useKeyOf();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (note: string) =>
      call(askRenewal, { params: { code }, body: { front_note: note }, idempotencyKey: keyOf(note) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['certificates'] }),
  });
};
