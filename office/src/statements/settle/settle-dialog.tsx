import { today } from '@portal/contract/dates';
import type { Matches, StatementLine } from '@portal/contract/office/statements';
import { useIdempotencyKey } from '@portal/kit/browser/use-idempotency-key.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { type ReactNode, useState } from 'react';
import { Failure } from '../../forms/failure.tsx';
import { confirmPayment } from '../../payment/api/confirm-payment.ts';
import { recordPartialPayment } from '../../payment/api/record-partial-payment.ts';
import { takeSurplus } from '../../payment/api/take-surplus.ts';
import { paymentsText } from '../../text/zh-TW/payments.ts';
import { useDeskChanged } from '../use-desk-changed.ts';
import { useOfferUndo } from '../use-offer-undo.ts';
import { Balance } from './balance.tsx';
import { type Chosen, outcomeOf, withChosen } from './chosen.ts';
import { ChosenLines } from './chosen-lines.tsx';
import { ChosenRegistrations } from './chosen-registrations.tsx';
import { ReceivedFields, type ReceivedValues } from './received-fields.tsx';

const text = paymentsText.settle;

interface SettleDialogProps {
  data: Matches;
  /** Empty for money without a line. */
  lines: readonly StatementLine[];
  proposed?: readonly Chosen[];
  onClose: () => void;
}

const idsOf = (chosen: readonly Chosen[]): number[] =>
  chosen.flatMap(({ registrationIds }) => [...registrationIds]);

const sum = (lines: readonly StatementLine[]): number =>
  lines.reduce((total, { amount }) => total + amount, 0);

interface Settling {
  readonly lines: readonly StatementLine[];
  readonly chosen: readonly Chosen[];
  readonly received: ReceivedValues | null;
  readonly difference: number;
  readonly note: string;
}

type Act = 'confirm' | 'part' | 'surplus';

interface Settled {
  /** The notice. */
  readonly done: string;
  readonly paymentId: number;
}

const useAct = (wish: Settling) => {
  const key = useIdempotencyKey();
  const lineIds = wish.lines.map(({ id }) => id);
  const registrationIds = idsOf(wish.chosen);
  const confirm = async () => {
    const { received, difference, note } = wish;
    const body = { lineIds, registrationIds, received, difference, note };
    const idempotencyKey = key.keyFor(JSON.stringify(body));
    const { id: paymentId, surplus } = await confirmPayment(body, idempotencyKey);
    const done = surplus > 0 ? text.doneSurplus(paymentsText.amount(surplus)) : text.done;
    return { done, paymentId };
  };
  const part = async () => {
    const body = { lineIds, registrationIds, missing: -wish.difference };
    const { id: paymentId } = await recordPartialPayment(body, key.keyFor(JSON.stringify(body)));
    return { done: text.donePart, paymentId };
  };
  const surplus = async () => {
    const body = { lineIds, registrationIds, reason: wish.note || text.surplusReason };
    const { id: paymentId } = await takeSurplus(body, key.keyFor(JSON.stringify(body)));
    return { done: text.doneTaken, paymentId };
  };
  return (act: Act): Promise<Settled> => ({ confirm, part, surplus })[act]();
};

/** The chosen lines and reports, their balance, and the sending. */
const useSettling = (given: readonly StatementLine[], proposed: readonly Chosen[], onClose: () => void) => {
  const [lines, setLines] = useState(given);
  const [chosen, setChosen] = useState(proposed);
  const [note, setNote] = useState('');
  const due = chosen.reduce((total, each) => total + each.due, 0);
  const [received, setReceived] = useState<ReceivedValues | null>(() =>
    given.length > 0 ? null : { method: 'cash', amount: due, receivedOn: today(new Date()) },
  );
  const amount = received?.amount ?? sum(lines);
  const { outcome, difference } = outcomeOf(chosen, amount);
  const changed = useDeskChanged();
  const offerUndo = useOfferUndo();
  const act = useAct({ lines, chosen, received, difference, note });
  const send = useSending({
    mutationFn: act,
    onSuccess: ({ done, paymentId }: Settled) => {
      offerUndo({ done, paymentIds: [paymentId], people: chosen });
      onClose();
    },
    onSettled: changed,
  });
  const add = (added: Chosen) => {
    const next = withChosen(chosen, added);
    setChosen(next);
    // The default is the amount due.
    if (received?.amount === due)
      setReceived({ ...received, amount: next.reduce((total, each) => total + each.due, 0) });
  };
  return {
    ...{ lines, setLines, chosen, setChosen, add, received, setReceived, note, setNote },
    ...{ due, amount, outcome, difference, send },
  };
};

export const SettleDialog = ({ data, lines: given, proposed = [], onClose }: SettleDialogProps) => {
  const { lines, setLines, chosen, setChosen, add, received, setReceived, note, setNote, ...settling } =
    useSettling(given, proposed, onClose);
  const { due, amount, outcome, difference, send } = settling;
  return (
    <Dialog
      actions={
        <>
          <Button onClick={onClose} variant="quiet" waits={send.isPending}>
            {text.cancel}
          </Button>
          <SettleButtons
            busy={send.isPending}
            difference={difference}
            hasLines={received === null}
            onAct={(chosenAct) => send.mutate(chosenAct)}
            outcome={outcome}
          />
        </>
      }
      busy={send.isPending}
      isForm
      onClose={onClose}
      open
      title={received ? text.cashTitle : text.title}
      width="wide"
    >
      <div className="space-y-5">
        {received ? (
          <ReceivedFields onChange={setReceived} values={received} />
        ) : (
          <ChosenLines data={data} lines={lines} onChange={setLines} />
        )}
        <ChosenRegistrations accountId={data.account.id} chosen={chosen} onAdd={add} onChange={setChosen} />
        <Balance difference={difference} due={due} outcome={outcome} received={amount} />
        {outcome === 'short' && (
          <TextArea
            hint={text.noteHint}
            label={text.note}
            maxLength={500}
            onChange={(event) => setNote(event.currentTarget.value)}
            rows={2}
            value={note}
          />
        )}
        {send.error && <Failure error={send.error} onClose={onClose} />}
      </div>
    </Dialog>
  );
};

interface SettleButtonsProps {
  outcome: ReturnType<typeof outcomeOf>['outcome'];
  difference: number;
  hasLines: boolean;
  busy: boolean;
  onAct: (act: Act) => void;
}

const SettleButtons = ({ outcome, difference, hasLines, busy, onAct }: SettleButtonsProps): ReactNode => {
  const button = (act: Act, label: string, isMain: boolean) => (
    <Button
      busy={busy}
      busyLabel={text.sending}
      onClick={() => onAct(act)}
      variant={isMain ? 'primary' : 'secondary'}
    >
      {label}
    </Button>
  );
  if (outcome === 'surplus') return hasLines ? button('surplus', text.surplus, true) : null;
  if (outcome === 'even') return button('confirm', text.confirm, true);
  if (outcome === 'over' || outcome === 'shared') return button('confirm', text.confirmOver, true);
  if (outcome !== 'short') return null;
  return (
    <>
      {hasLines && button('part', text.askRest(paymentsText.amount(-difference)), true)}
      {button('confirm', text.confirmShort, !hasLines)}
    </>
  );
};
