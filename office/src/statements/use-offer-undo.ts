import { notify } from '@portal/kit/browser/notices.ts';
import { withdrawPayments } from '../payment/api/withdraw-payments.ts';
import { offerUndo, type UndoOutcome } from '../platform/undo.ts';
import { paymentsText } from '../text/zh-TW/payments.ts';
import { type Chosen, namesOf } from './settle/chosen.ts';
import { useDeskChanged } from './use-desk-changed.ts';

const text = paymentsText.undo;

interface Confirmed {
  /** Says what was done, to be shown. */
  readonly done: string;
  readonly paymentIds: readonly number[];
  /** The people of a single payment. */
  readonly people?: readonly Chosen[];
}

/** Returns a function that says what was confirmed and offers to undo it. It returns the id of the offer. */
export const useOfferUndo = () => {
  const changed = useDeskChanged();
  const undo = async (paymentIds: readonly number[], names: string | undefined): Promise<UndoOutcome> => {
    const { results } = await withdrawPayments(paymentIds);
    const left = results.filter(({ done }) => !done);
    for (const why of new Set(left.map((each) => each.why ?? ''))) notify(why, 'danger');
    await changed();
    const done = results.length - left.length;
    if (done === 0) return { text: null };
    return { text: names ? text.doneOf(names) : text.done(done) };
  };
  return ({ done, paymentIds, people }: Confirmed): number => {
    const names = people?.map(namesOf).join('、');
    return offerUndo({ text: names ? text.of(done, names) : done, undo: () => undo(paymentIds, names) });
  };
};
