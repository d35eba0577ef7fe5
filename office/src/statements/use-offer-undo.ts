import { failureText } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { withdrawPayments } from '../payment/api/withdraw-payments.ts';
import { offerUndo } from '../platform/undo.ts';
import { paymentsText } from '../text/zh-TW/payments.ts';
import { useDeskChanged } from './use-desk-changed.ts';

const text = paymentsText.undo;

/** Returns a function that says what was confirmed and offers to undo it. */
export const useOfferUndo = () => {
  const changed = useDeskChanged();
  const undo = async (paymentIds: readonly number[]) => {
    try {
      const { results } = await withdrawPayments(paymentIds);
      const left = results.filter(({ done }) => !done);
      if (results.length > left.length) notify(text.done(results.length - left.length), 'success');
      for (const why of new Set(left.map((each) => each.why ?? ''))) notify(why, 'danger');
    } catch (error) {
      notify(failureText(error), 'danger');
    }
    await changed();
  };
  return (done: string, paymentIds: readonly number[]) => offerUndo(done, () => void undo(paymentIds));
};
