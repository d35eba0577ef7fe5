import type { AnswerOf } from '@portal/contract/endpoint';
import { type PaymentForm, reportPayment } from '@portal/contract/payment';
import { useIdempotencyKey } from '@portal/kit/browser/use-idempotency-key.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { useQueryClient } from '@tanstack/react-query';
import { registrationsKey } from '../../enrolment/api/keys.ts';
import { call } from '../../platform/api.ts';

export const useReportPayment = (
  code: string,
  group: string | undefined,
  onSent: (answer: AnswerOf<typeof reportPayment>, form: PaymentForm) => void,
) => {
  const queryClient = useQueryClient();
  const { keyFor } = useIdempotencyKey();
  return useSending({
    mutationFn: (form: PaymentForm) =>
      call(reportPayment, {
        params: { code },
        query: { group },
        body: form,
        idempotencyKey: keyFor(JSON.stringify(form)),
      }),
    onSuccess: onSent,
    onSettled: () => queryClient.invalidateQueries({ queryKey: registrationsKey }),
  });
};
