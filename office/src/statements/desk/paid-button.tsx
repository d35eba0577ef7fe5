import type { UnmatchedLine } from '@portal/contract/office/statements';
import { Button } from '@portal/kit/ui/button.tsx';
import { paymentsText } from '../../text/zh-TW/payments.ts';
import { type Chosen, chosenPaid, namesOf } from '../settle/chosen.ts';

const text = paymentsText.matches.paid;

interface PaidButtonProps {
  paid: NonNullable<UnmatchedLine['paid']>;
  onAsk: (proposed: readonly Chosen[]) => void;
}

/** Opens the dialog with the people whom the notice names. */
export const PaidButton = ({ paid, onAsk }: PaidButtonProps) => {
  const proposed = chosenPaid(paid);
  const act = paid.registrations.every(({ isPaid }) => isPaid) ? text.refund : text.settle;
  const who = proposed.map((each) => text.who(namesOf(each), each.code)).join('、');
  return (
    <Button aria-haspopup="dialog" aria-label={text.of(act, who)} onClick={() => onAsk(proposed)}>
      {act}
    </Button>
  );
};
