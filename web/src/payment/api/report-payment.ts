import { type PaymentForm, reportPayment } from '@portal/contract/payment';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../platform/api.ts';
import { randomKey } from '../../platform/random-key.ts';

/** The same key for the same content: a report whose answer was lost is not made twice. */
const useIdempotencyKey = () => {
  const last = useRef({ content: '', key: '' });
  return (form: PaymentForm): string => {
    const content = JSON.stringify(form);
    if (content !== last.current.content) last.current = { content, key: randomKey() };
    return last.current.key;
  };
};

/** Reports a payment for one's own seat or, with `group`, for the unpaid seats of that group. */
export const useReportPayment = (code: string, group: string | undefined, onSent: () => void) => {
  const queryClient = useQueryClient();
  const keyFor = useIdempotencyKey();
  return useMutation({
    mutationFn: (form: PaymentForm) =>
      call(reportPayment, {
        params: { code },
        query: { group },
        body: form,
        idempotencyKey: keyFor(form),
      }),
    onSuccess: onSent,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['registrations'] }),
  });
};
