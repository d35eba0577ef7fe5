import type { StatementLine } from '@portal/contract/office/statements';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useIdempotencyKey } from '@portal/kit/browser/use-idempotency-key.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { confirmPayment } from '../../payment/api/confirm-payment.ts';
import { paymentsText } from '../../text/zh-TW/payments.ts';
import { type Chosen, outcomeOf } from '../settle/chosen.ts';
import { useDeskChanged } from '../use-desk-changed.ts';
import { useOfferUndo } from '../use-offer-undo.ts';

export interface PairToConfirm {
  readonly lines: readonly StatementLine[];
  readonly proposed: readonly Chosen[];
}

const idsOf = ({ lines, proposed }: PairToConfirm) => ({
  lineIds: lines.map(({ id }) => id),
  registrationIds: proposed.flatMap(({ registrationIds }) => [...registrationIds]),
});

export const isSamePair = (one: PairToConfirm | undefined, other: PairToConfirm): boolean =>
  one !== undefined && JSON.stringify(idsOf(one)) === JSON.stringify(idsOf(other));

/** Whether the money is what the people owe, so that nothing is left to ask. */
export const isEven = ({ lines, proposed }: PairToConfirm): boolean =>
  outcomeOf(
    proposed,
    lines.reduce((sum, { amount }) => sum + amount, 0),
  ).outcome === 'even';

/**
 * Confirms a pair whose amounts are equal, without a dialog. It is pending until the rows are there anew, so that a second
 * press does not confirm the next one.
 */
export const useEvenConfirm = () => {
  const { keyFor } = useIdempotencyKey();
  const changed = useDeskChanged();
  const offerUndo = useOfferUndo();
  return useSending({
    mutationFn: (pair: PairToConfirm) => {
      const body = { ...idsOf(pair), received: null, difference: 0, note: '' };
      return confirmPayment(body, keyFor(JSON.stringify(body)));
    },
    onSuccess: ({ id }, { proposed }) => {
      offerUndo({ done: paymentsText.settle.done, paymentIds: [id], people: proposed });
      return changed();
    },
    onError: (error) => {
      notify(failureText(error), 'danger');
      return changed();
    },
  });
};
