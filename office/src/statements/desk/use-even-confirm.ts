import type { StatementLine } from '@portal/contract/office/statements';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { randomKey } from '@portal/kit/browser/random-key.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { useRef, useState } from 'react';
import { confirmPayment } from '../../payment/api/confirm-payment.ts';
import { awaitBeforeUndo } from '../../platform/undo.ts';
import { paymentsText } from '../../text/zh-TW/payments.ts';
import { type Chosen, namesOf, outcomeOf } from '../settle/chosen.ts';
import { useDeskChanged } from '../use-desk-changed.ts';
import { useOfferUndo } from '../use-offer-undo.ts';

export interface PairToConfirm {
  readonly lines: readonly StatementLine[];
  readonly proposed: readonly Chosen[];
}

/** A confirmation that was pressed. */
interface SentPair extends PairToConfirm {
  readonly lineIds: number[];
  readonly registrationIds: number[];
  readonly key: string;
}

const idsOf = ({ lines, proposed }: PairToConfirm) => ({
  lineIds: lines.map(({ id }) => id),
  registrationIds: proposed.flatMap(({ registrationIds }) => [...registrationIds]),
});

/** A pair whose confirmation failed keeps its key: its answer may only have been lost. */
const useKeys = () => {
  const keys = useRef(new Map<string, string>());
  const contentOf = (pair: PairToConfirm) => JSON.stringify(idsOf(pair));
  return {
    keyFor: (pair: PairToConfirm): string => {
      const key = keys.current.get(contentOf(pair)) ?? randomKey();
      keys.current.set(contentOf(pair), key);
      return key;
    },
    forget: (pair: PairToConfirm) => void keys.current.delete(contentOf(pair)),
  };
};

type Ids = ReturnType<typeof idsOf>;

const overlap = (one: Ids, other: Ids): boolean =>
  one.lineIds.some((id) => other.lineIds.includes(id)) ||
  one.registrationIds.some((id) => other.registrationIds.includes(id));

/** Whether the money is what the people owe, so that nothing is left to ask. */
export const isEven = ({ lines, proposed }: PairToConfirm): boolean =>
  outcomeOf(
    proposed,
    lines.reduce((sum, { amount }) => sum + amount, 0),
  ).outcome === 'even';

/**
 * Confirms pairs whose amounts are equal, without a dialog, one after the other in the order of the presses. `sent` are
 * those that the desk shows as done already: until its rows are there anew, or the confirmation has failed.
 */
export const useEvenConfirm = () => {
  const [sent, setSent] = useState<readonly SentPair[]>([]);
  const known = useRef<readonly SentPair[]>([]);
  const underWay = useRef(0);
  const turn = useRef(0);
  const queue = useRef(Promise.resolve());
  const keys = useKeys();
  const changed = useDeskChanged();
  const offerUndo = useOfferUndo();
  const show = (pairs: readonly SentPair[]) => {
    known.current = pairs;
    setSent(pairs);
  };
  const sending = useSending({
    mutationFn: ({ lineIds, registrationIds, key }: SentPair) => {
      const body = { lineIds, registrationIds, received: null, difference: 0, note: '' };
      return confirmPayment(body, key);
    },
    onSuccess: ({ id }, pair) => {
      keys.forget(pair);
      offerUndo({ done: paymentsText.settle.done, paymentIds: [id], people: pair.proposed });
    },
    onError: (error, pair) => {
      show(known.current.filter((each) => each !== pair));
      notify(
        paymentsText.matches.notConfirmed(pair.proposed.map(namesOf).join('、'), failureText(error)),
        'danger',
      );
    },
  });

  /** The last confirmation brings the rows anew. A press meanwhile ends their loading, and brings them itself. */
  const settle = async () => {
    underWay.current -= 1;
    if (underWay.current > 0) return;
    const own = turn.current;
    await changed();
    if (turn.current === own) show([]);
  };
  const isTaken = (pair: PairToConfirm) => known.current.some((each) => overlap(each, idsOf(pair)));
  const start = (pair: PairToConfirm) => {
    const own = { ...pair, ...idsOf(pair), key: keys.keyFor(pair) };
    if (isTaken(pair)) return;
    show([...known.current, own]);
    underWay.current += 1;
    turn.current += 1;
    // `useSending` reports the failure.
    queue.current = queue.current
      .then(() => sending.mutateAsync(own))
      .then(
        () => {},
        () => {},
      );
    awaitBeforeUndo(queue.current);
    void queue.current.then(settle);
  };
  return {
    sent,
    /** Whether it needs the money or the people of one that is being sent. */
    isTaken,
    start,
  };
};

export type EvenConfirm = ReturnType<typeof useEvenConfirm>;
